package io.bide;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ForwardingQueueTest {
  private final List<Method> called = new ArrayList<>();
  private final CompletableFuture<Object> answer = new CompletableFuture<>();
  private final DelayQueue target = (DelayQueue) Proxy.newProxyInstance(
      DelayQueue.class.getClassLoader(), new Class<?>[] {DelayQueue.class}, this::called);
  private final ForwardingQueue queue = new Watched(target);

  private static final class Watched extends ForwardingQueue {
    Watched(DelayQueue queue) {
      super(queue);
    }
  }

  private Object called(Object proxy, Method method, Object[] arguments) {
    if (method.getDeclaringClass() == Object.class) {
      return "the target";
    }
    called.add(method);
    return method.getReturnType() == void.class ? null : answer;
  }

  static Stream<Method> verbs() {
    return Arrays.stream(DelayQueue.class.getMethods())
        .filter(method -> Modifier.isAbstract(method.getModifiers()));
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void everyVerb_reachesTheOtherQueue_andItsAnswerComesBack(Method verb) throws Exception {
    Object result = verb.invoke(queue, nothingFor(verb));
    assertThat(called).containsExactly(verb);
    assertThat(result).isSameAs(verb.getReturnType() == void.class ? null : answer);
  }

  private static Object[] nothingFor(Method verb) {
    return Arrays.stream(verb.getParameterTypes())
        .map(type -> type == int.class ? (Object) 0 : null)
        .toArray();
  }

  @Test
  void asText_namesTheOtherQueue() {
    assertThat(queue).hasToString("Watched of the target");
  }
}
