/** What a benchmark found: a table for people, JSON for programs. */
@NullMarked
package io.bide.bench.report;

import org.jspecify.annotations.NullMarked;
