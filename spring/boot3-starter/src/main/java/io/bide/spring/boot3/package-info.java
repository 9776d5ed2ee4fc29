/** What is different in Spring Boot 3.5: where Jackson and health are. */
@NullMarked
package io.bide.spring.boot3;

import org.jspecify.annotations.NullMarked;
