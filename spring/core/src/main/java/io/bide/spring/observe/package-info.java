/** What Micrometer is told of listeners and tasks. */
@NullMarked
package io.bide.spring.observe;

import org.jspecify.annotations.NullMarked;
