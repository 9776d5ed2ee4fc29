/**
 * What the clients of redis-delay-queue ("brick") send in service mode, and what they expect. The wire is
 * described in {@code docs/dialects/brick.md}.
 */
@NullMarked
package io.bide.dialect.brick;

import org.jspecify.annotations.NullMarked;
