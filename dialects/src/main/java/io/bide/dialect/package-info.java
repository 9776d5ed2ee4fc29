/** What a dialect is: routes that turn requests into calls of the queue. */
@NullMarked
package io.bide.dialect;

import org.jspecify.annotations.NullMarked;
