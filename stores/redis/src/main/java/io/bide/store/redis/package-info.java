/** The store that remembers in Redis: every transition is one Lua script. */
@NullMarked
package io.bide.store.redis;

import org.jspecify.annotations.NullMarked;
