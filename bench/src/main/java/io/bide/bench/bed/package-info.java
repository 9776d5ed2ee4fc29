/** What benchmarks run on: the machine, its directories, processes of their own. */
@NullMarked
package io.bide.bench.bed;

import org.jspecify.annotations.NullMarked;
