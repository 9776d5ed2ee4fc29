/** The vocabulary of Bide: what a delay queue stores, asks and answers. */
@NullMarked
package io.bide;

import org.jspecify.annotations.NullMarked;
