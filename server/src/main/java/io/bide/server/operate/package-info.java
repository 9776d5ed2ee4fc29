/** What an operator needs to see: whether the server is alive and ready, and what it is doing. */
@NullMarked
package io.bide.server.operate;

import org.jspecify.annotations.NullMarked;
