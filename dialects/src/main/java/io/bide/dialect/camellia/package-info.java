/**
 * What the clients of camellia-delay-queue send, and what they expect. The wire is described in {@code
 * docs/dialects/camellia.md}.
 */
@NullMarked
package io.bide.dialect.camellia;

import org.jspecify.annotations.NullMarked;
