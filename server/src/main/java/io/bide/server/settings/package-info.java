/** What can be set, where it may be set, and what it was set to. */
@NullMarked
package io.bide.server.settings;

import org.jspecify.annotations.NullMarked;
