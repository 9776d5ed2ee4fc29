/** What Spring Boot does for an application that has Bide on its class path. */
@NullMarked
package io.bide.spring.autoconfigure;

import org.jspecify.annotations.NullMarked;
