/** Small programs that show how something is done. */
@NullMarked
package io.bide.examples;

import org.jspecify.annotations.NullMarked;
