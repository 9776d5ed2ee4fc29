/** A whole node of Bide inside an application. */
@NullMarked
package io.bide.spring.server;

import org.jspecify.annotations.NullMarked;
