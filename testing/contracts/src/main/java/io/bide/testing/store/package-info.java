/** The contract of a store, one class for each theme of {@code docs/lifecycle.md}. */
@NullMarked
package io.bide.testing.store;

import org.jspecify.annotations.NullMarked;
