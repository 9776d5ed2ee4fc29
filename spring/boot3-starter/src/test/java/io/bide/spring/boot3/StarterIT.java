package io.bide.spring.boot3;

import io.bide.testing.spring.StarterContract;

/** Real applications of Spring Boot 3.5. */
class StarterIT extends StarterContract {}
