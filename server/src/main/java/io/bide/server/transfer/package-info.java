/** Starts and watches imports from other systems. */
@NullMarked
package io.bide.server.transfer;

import org.jspecify.annotations.NullMarked;
