/** The native dialect: JSON over HTTP, as {@code docs/protocol.md} describes it. */
@NullMarked
package io.bide.dialect.rest;

import org.jspecify.annotations.NullMarked;
