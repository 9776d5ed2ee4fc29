package io.bide.server.auth;

import io.bide.server.http.Networks;
import org.jspecify.annotations.Nullable;

/**
 * A way in without a key, for the clients of a dialect that cannot send one.
 *
 * @param to where they call from
 * @param as the name of the key whose rights they have; absent for all rights
 */
public record Opening(Networks to, @Nullable String as) {}
