/** HTTP: connections, routes, bodies, and what happens to a call when its caller leaves. */
@NullMarked
package io.bide.server.http;

import org.jspecify.annotations.NullMarked;
