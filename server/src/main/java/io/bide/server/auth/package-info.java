/** API keys: where they are kept, who sends one, and what it allows. */
@NullMarked
package io.bide.server.auth;

import org.jspecify.annotations.NullMarked;
