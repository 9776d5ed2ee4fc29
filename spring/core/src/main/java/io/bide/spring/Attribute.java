package io.bide.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A parameter of a listener: an attribute of the message as a {@code String}, null if it has none of this
 * name; or, without a name, all of them as a {@code Map<String, String>}.
 */
@Documented
@Target(ElementType.PARAMETER)
@Retention(RetentionPolicy.RUNTIME)
public @interface Attribute {
  /** The name of the attribute; empty for all of them. */
  String value() default "";
}
