/** What is logged, and how it looks. */
@NullMarked
package io.bide.server.log;

import org.jspecify.annotations.NullMarked;
