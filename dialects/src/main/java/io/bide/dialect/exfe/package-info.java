/**
 * What the clients of the exfe queue service send, and what they expect. The wire is described in {@code
 * docs/dialects/exfe.md}.
 */
@NullMarked
package io.bide.dialect.exfe;

import org.jspecify.annotations.NullMarked;
