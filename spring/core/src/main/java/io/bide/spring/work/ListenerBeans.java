package io.bide.spring.work;

import io.bide.spring.BideListener;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.aop.framework.AopInfrastructureBean;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/** Finds the methods with {@link BideListener} in the beans of an application as they are made. */
public final class ListenerBeans implements BeanPostProcessor {
  private final List<Declaration> found = new CopyOnWriteArrayList<>();

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    if (!(bean instanceof AopInfrastructureBean)) {
      Class<?> owner = AopUtils.getTargetClass(bean);
      methodsOf(owner)
          .forEach((method, listener) -> found.add(new Declaration(bean, owner, method, listener)));
    }
    return bean;
  }

  List<Declaration> found() {
    return List.copyOf(found);
  }

  /** Whether a class has listeners: then its bean is made although beans are lazy. */
  public static boolean hasListeners(Class<?> type) {
    return !methodsOf(type).isEmpty();
  }

  private static Map<Method, BideListener> methodsOf(Class<?> type) {
    if (!AnnotationUtils.isCandidateClass(type, BideListener.class)) {
      return Map.of();
    }
    return MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<BideListener>)
        method -> AnnotatedElementUtils.findMergedAnnotation(method, BideListener.class));
  }
}
