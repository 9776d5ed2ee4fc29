/** What every starter for Spring Boot has to do. */
@NullMarked
package io.bide.testing.spring;

import org.jspecify.annotations.NullMarked;
