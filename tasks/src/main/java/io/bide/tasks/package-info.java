/** Tasks: work of a named type, submitted now, done later by whoever has a worker for the type. */
@NullMarked
package io.bide.tasks;

import org.jspecify.annotations.NullMarked;
