/** The command line's verbs: each is one request to a running server and its answer in words. */
@NullMarked
package io.bide.server.cli;

import org.jspecify.annotations.NullMarked;
