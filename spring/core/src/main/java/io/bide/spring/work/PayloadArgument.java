package io.bide.spring.work;

import io.bide.Body;
import io.bide.Delivery;
import io.bide.Message;
import io.bide.spring.Payloads;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The payload of a listener: of one message, of several, or the items of a merged one. */
final class PayloadArgument implements Argument {
  private final boolean batch;
  private final Function<Call, Object> value;

  private PayloadArgument(boolean batch, Function<Call, Object> value) {
    this.batch = batch;
    this.value = value;
  }

  /**
   * Finds out how a parameter is filled.
   *
   * @param wrong makes an error that names the method
   */
  static PayloadArgument of(
      Type type, boolean items, Payloads payloads, Function<String, RuntimeException> wrong) {
    Type element = elementOf(type);
    if (items) {
      if (element == null) {
        throw wrong.apply("takes items and has " + type.getTypeName()
            + " for them; take a List<…> with the type of an item");
      }
      payloads.check(element);
      return new PayloadArgument(false, call -> items(call.first().message(), element, payloads));
    }
    if (isRawList(type)) {
      throw wrong.apply("takes a list of what it does not say; write List<…> with a type");
    }
    if (element != null) {
      Function<Delivery, Object> read = reader(element, payloads);
      return new PayloadArgument(
          true, call -> call.deliveries().stream().map(read).toList());
    }
    Function<Delivery, Object> read = reader(type, payloads);
    return new PayloadArgument(false, call -> read.apply(call.first()));
  }

  /** Whether a call is about several messages. */
  boolean isBatch() {
    return batch;
  }

  @Override
  public Object of(Call call) {
    return value.apply(call);
  }

  private static Function<Delivery, Object> reader(Type type, Payloads payloads) {
    if (type == Delivery.class) {
      return delivery -> delivery;
    }
    if (type == Message.class) {
      return Delivery::message;
    }
    payloads.check(type);
    return delivery -> payloads.read(onlyBody(delivery.message()), type);
  }

  private static Body onlyBody(Message message) {
    if (message.items().size() > 1) {
      throw new IllegalStateException(
          message + " was merged of " + message.items().size()
              + " items, and the listener takes one payload; take Message, or items = true and a"
              + " List");
    }
    return message.body();
  }

  private static List<Object> items(Message message, Type type, Payloads payloads) {
    return message.items().stream().map(item -> payloads.read(item, type)).toList();
  }

  private static boolean isRawList(Type type) {
    return type == List.class;
  }

  private static @Nullable Type elementOf(Type type) {
    return type instanceof ParameterizedType list && list.getRawType() == List.class
        ? withoutWildcard(list.getActualTypeArguments()[0])
        : null;
  }

  /** Kotlin, and whoever is careful, has {@code List<? extends T>}. */
  private static Type withoutWildcard(Type type) {
    return type instanceof WildcardType wildcard ? wildcard.getUpperBounds()[0] : type;
  }
}
