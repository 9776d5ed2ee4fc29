/** Seeded random sequences of operations, run on the oracle and on a store side by side. */
@NullMarked
package io.bide.testing.random;

import org.jspecify.annotations.NullMarked;
