/** Real Redis servers, and a way to play tricks on them. */
@NullMarked
package io.bide.testing.redis;

import org.jspecify.annotations.NullMarked;
