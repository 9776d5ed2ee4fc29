/** Bide and Redisson's delayed queue, in turns on one Redis. */
@NullMarked
package io.bide.bench.redisson;

import org.jspecify.annotations.NullMarked;
