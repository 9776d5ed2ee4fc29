/** Tests of applications: a queue with a clock that is moved by hand. */
@NullMarked
package io.bide.junit;

import org.jspecify.annotations.NullMarked;
