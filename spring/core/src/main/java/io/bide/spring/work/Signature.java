package io.bide.spring.work;

import io.bide.Topic;
import io.bide.spring.Acknowledgement;
import io.bide.spring.Attempt;
import io.bide.spring.Attribute;
import io.bide.spring.BideListener;
import io.bide.spring.Payloads;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.GenericTypeResolver;

/** What the method of a listener takes and gives, checked before anything is called. */
final class Signature {
  private final Method method;
  private final Class<?> owner;
  private final List<Argument> arguments = new ArrayList<>();
  private @Nullable PayloadArgument payload;
  private boolean single;
  private boolean acknowledges;

  private Signature(Method method, Class<?> owner) {
    this.method = method;
    this.owner = owner;
  }

  /**
   * Reads a method.
   *
   * @throws IllegalStateException when it cannot be a listener, saying why
   */
  static Signature of(Method method, Class<?> owner, BideListener listener, Payloads payloads) {
    Signature signature = new Signature(method, owner);
    for (Parameter parameter : method.getParameters()) {
      signature.arguments.add(signature.argument(parameter, listener, payloads));
    }
    signature.check(listener);
    return signature;
  }

  boolean isBatch() {
    return payload != null && payload.isBatch();
  }

  /** Whether the method decides itself. */
  boolean acknowledges() {
    return acknowledges;
  }

  /** What the method is called with. */
  @Nullable
  Object[] values(Call call) {
    return arguments.stream().map(argument -> argument.of(call)).toArray();
  }

  private Argument argument(Parameter parameter, BideListener listener, Payloads payloads) {
    Type type = GenericTypeResolver.resolveType(parameter.getParameterizedType(), owner);
    if (parameter.isAnnotationPresent(Attempt.class)) {
      return attempt(type);
    }
    Attribute attribute = parameter.getAnnotation(Attribute.class);
    if (attribute != null) {
      return attribute(attribute.value(), type);
    }
    if (type == Acknowledgement.class) {
      acknowledges = true;
      return Call::acknowledgement;
    }
    if (type == Topic.class) {
      return call -> call.first().message().topic();
    }
    return payload(type, listener, payloads);
  }

  private Argument attempt(Type type) {
    if (type != int.class && type != Integer.class) {
      throw wrong("has @Attempt at a " + type.getTypeName() + "; make it an int");
    }
    single = true;
    return call -> call.first().message().attempts();
  }

  private Argument attribute(String name, Type type) {
    single = true;
    if (!name.isEmpty()) {
      if (type != String.class) {
        throw wrong(
            "has @Attribute(\"" + name + "\") at a " + type.getTypeName() + "; make it a String");
      }
      return call -> call.first().message().attributes().get(name);
    }
    if (!isMapOfTexts(type)) {
      throw wrong("has @Attribute without a name at a " + type.getTypeName()
          + "; name the attribute, or take a Map<String, String>");
    }
    return call -> call.first().message().attributes();
  }

  private static boolean isMapOfTexts(Type type) {
    return type instanceof ParameterizedType map
        && map.getRawType() == Map.class
        && List.of(map.getActualTypeArguments()).equals(List.of(String.class, String.class));
  }

  private Argument payload(Type type, BideListener listener, Payloads payloads) {
    if (payload != null) {
      throw wrong("has two parameters that could be the payload; keep one, and mark the others with"
          + " @Attribute or @Attempt");
    }
    payload = PayloadArgument.of(type, listener.items(), payloads, this::wrong);
    return payload;
  }

  private void check(BideListener listener) {
    if (isBatch() && single) {
      throw wrong("takes a batch, and @Attribute or @Attempt of a single message; take a"
          + " List<Message>, which has both");
    }
    if (listener.items() && payload == null) {
      throw wrong("takes items and has no parameter for them; add a List<…>");
    }
    String problem = Results.problem(
        GenericTypeResolver.resolveType(method.getGenericReturnType(), owner),
        isBatch(),
        acknowledges);
    if (problem != null) {
      throw wrong(problem);
    }
  }

  private IllegalStateException wrong(String problem) {
    return new IllegalStateException(
        "the @BideListener method " + owner.getName() + "." + method.getName() + " " + problem);
  }
}
