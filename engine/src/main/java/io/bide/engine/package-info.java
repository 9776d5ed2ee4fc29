/** Decides what happens to a message, and when. */
@NullMarked
package io.bide.engine;

import org.jspecify.annotations.NullMarked;
