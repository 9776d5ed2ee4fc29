/** The delay queue over HTTP, and the check of the signatures of what a server pushes. */
@NullMarked
package io.bide.client;

import org.jspecify.annotations.NullMarked;
