/** Workers: claim, handle, settle, again and again, on any delay queue. */
@NullMarked
package io.bide.worker;

import org.jspecify.annotations.NullMarked;
