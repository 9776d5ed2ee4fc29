/** Runs a queue in child processes, kills them, and checks the history that is left. */
@NullMarked
package io.bide.testing.crash;

import org.jspecify.annotations.NullMarked;
