/** The service mode of redis-delay-queue: an application that a scheduler calls when its tasks are due. */
@NullMarked
package io.bide.spring.service;

import org.jspecify.annotations.NullMarked;
