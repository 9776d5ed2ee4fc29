/** The load generator: how fast, and how late, messages come back. */
@NullMarked
package io.bide.bench;

import org.jspecify.annotations.NullMarked;
