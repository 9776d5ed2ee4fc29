/** Bide in Spring applications: what their code sees. */
@NullMarked
package io.bide.spring;

import org.jspecify.annotations.NullMarked;
