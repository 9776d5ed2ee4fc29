/** The load generator over HTTP: how fast, and how late, a server is, and what it is compared with. */
@NullMarked
package io.bide.bench.http;

import org.jspecify.annotations.NullMarked;
