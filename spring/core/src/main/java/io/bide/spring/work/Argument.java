package io.bide.spring.work;

import org.jspecify.annotations.Nullable;

/** What a parameter of a listener is given. */
@FunctionalInterface
interface Argument {
  @Nullable
  Object of(Call call);
}
