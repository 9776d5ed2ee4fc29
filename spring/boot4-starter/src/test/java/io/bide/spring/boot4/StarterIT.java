package io.bide.spring.boot4;

import io.bide.testing.spring.StarterContract;

/** Real applications of Spring Boot 4. */
class StarterIT extends StarterContract {}
