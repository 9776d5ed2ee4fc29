/** What is different in Spring Boot 4: where Jackson and health are. */
@NullMarked
package io.bide.spring.boot4;

import org.jspecify.annotations.NullMarked;
