/** Takes over what is pending in the Redis of another delay queue. */
@NullMarked
package io.bide.imports;

import org.jspecify.annotations.NullMarked;
