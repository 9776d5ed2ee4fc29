/** The contract between the engine and a store. */
@NullMarked
package io.bide.store;

import org.jspecify.annotations.NullMarked;
