package io.bide.spring.work;

import io.bide.spring.BideListener;
import java.lang.reflect.Method;

/**
 * A method that was found to be a listener.
 *
 * @param owner the class that declares it, without proxies
 * @param method as the class has it
 */
record Declaration(Object bean, Class<?> owner, Method method, BideListener listener) {
  @Override
  public String toString() {
    return owner.getName() + "." + method.getName();
  }
}
