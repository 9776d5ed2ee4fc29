/** The test kit: contracts that every store and every delay queue runs, and the fakes they need. */
@NullMarked
package io.bide.testing;

import org.jspecify.annotations.NullMarked;
