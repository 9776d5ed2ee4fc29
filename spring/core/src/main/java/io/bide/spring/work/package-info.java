/** Listeners and tasks of an application, started and stopped with it. */
@NullMarked
package io.bide.spring.work;

import org.jspecify.annotations.NullMarked;
