/** Push: brings what is due to where the work is, instead of waiting for it to be claimed. */
@NullMarked
package io.bide.engine.push;

import org.jspecify.annotations.NullMarked;
