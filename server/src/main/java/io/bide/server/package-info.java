/** The process: its commands, how its parts are put together, how it starts and how it stops. */
@NullMarked
package io.bide.server;

import org.jspecify.annotations.NullMarked;
