/** How pushed messages leave this process: name resolution, connections and service directories. */
@NullMarked
package io.bide.server.push;

import org.jspecify.annotations.NullMarked;
