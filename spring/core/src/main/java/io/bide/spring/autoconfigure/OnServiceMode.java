package io.bide.spring.autoconfigure;

import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.env.PropertyResolver;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.util.StringUtils;

/**
 * Whether an application takes its tasks from a scheduler: when it says so, or names one and does not say
 * no. Everybody who reaches the endpoint can have tasks done, so it is not there by itself.
 */
final class OnServiceMode implements Condition {
  static final String CENTER = "bide.service.center-url";

  /** What applications of redis-delay-queue have already. */
  static final String OLD_CENTER = "delay-queue.center-url";

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    PropertyResolver properties = context.getEnvironment();
    Boolean enabled = properties.getProperty("bide.service.enabled", Boolean.class);
    return enabled != null ? enabled : center(properties) != null;
  }

  /** Where the scheduler is; absent if nobody says it. */
  static @Nullable String center(PropertyResolver properties) {
    String own = properties.getProperty(CENTER);
    String center = StringUtils.hasText(own) ? own : properties.getProperty(OLD_CENTER);
    return StringUtils.hasText(center) ? center : null;
  }
}
