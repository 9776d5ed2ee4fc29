package io.bide.dialect.camellia;

import io.bide.dialect.Call;
import io.bide.dialect.Refusal;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of a request: those of the query, then those of the body, which is a form or has
 * several parts. A body of any other kind is not looked at.
 *
 * <p>Values are kept as the bytes of their UTF-8 text, because that is what a message is stored as. A
 * text that is given several times is joined by commas; of a number or a switch the first one counts.
 */
final class Form {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String PARTS = "multipart/form-data";

  private final Map<Field, Value> values = new EnumMap<>(Field.class);

  /** What is given for a field, perhaps several times. */
  private static final class Value {
    private final byte[] first;
    private @Nullable List<byte[]> more;

    private Value(byte[] first) {
      this.first = first;
    }

    private void add(byte[] another) {
      more = more == null ? new ArrayList<>() : more;
      more.add(another);
    }

    private byte[] joined() {
      if (more == null) {
        return first;
      }
      ByteArrayOutputStream all = new ByteArrayOutputStream();
      all.writeBytes(first);
      for (byte[] each : more) {
        all.write(',');
        all.writeBytes(each);
      }
      return all.toByteArray();
    }
  }

  private Form() {}

  static Form of(Call call) {
    Form form = new Form();
    String query = call.request().query();
    if (query != null) {
      form.readEncoded(query.getBytes(StandardCharsets.ISO_8859_1));
    }
    String contentType = call.request().getHeader(HttpHeaders.CONTENT_TYPE);
    if (contentType != null && call.request().method().equals(HttpMethod.POST)) {
      form.readBody(call.body().getBytes(), contentType);
    }
    return form;
  }

  private void readBody(byte[] body, String contentType) {
    String kind = contentType.strip().toLowerCase(Locale.ROOT);
    if (kind.startsWith(FORM)) {
      readEncoded(body);
    } else if (kind.startsWith(PARTS)) {
      Multipart.read(body, contentType, (name, value) -> {
        Field field = Field.named(name, 0, name.length);
        if (field != null) {
          add(field, Encoded.wellFormed(value));
        }
      });
    }
  }

  private void readEncoded(byte[] bytes) {
    int from = 0;
    for (int i = 0; i <= bytes.length; i++) {
      if (i == bytes.length || bytes[i] == '&') {
        readPair(bytes, from, i);
        from = i + 1;
      }
    }
  }

  private void readPair(byte[] bytes, int from, int to) {
    int equals = from;
    boolean plain = true;
    while (equals < to && bytes[equals] != '=') {
      plain &= bytes[equals] != '%' && bytes[equals] != '+';
      equals++;
    }
    Field field = plain ? Field.named(bytes, from, equals) : decodedName(bytes, from, equals);
    byte[] value = field == null ? null : Encoded.decode(bytes, Math.min(equals + 1, to), to);
    // A value that cannot be decoded is dropped, as if it had not been given.
    if (field != null && value != null) {
      add(field, value);
    }
  }

  private static @Nullable Field decodedName(byte[] bytes, int from, int to) {
    byte[] name = Encoded.decode(bytes, from, to);
    return name == null ? null : Field.named(name, 0, name.length);
  }

  private void add(Field field, byte[] value) {
    Value there = values.get(field);
    if (there == null) {
      values.put(field, new Value(value));
    } else {
      there.add(value);
    }
  }

  /** The bytes of a text that must be there; it may be empty. */
  byte[] bytes(Field field) {
    Value value = values.get(field);
    if (value == null) {
      throw missing(field);
    }
    return value.joined();
  }

  /** A text that must be there; it may be empty. */
  String text(Field field) {
    return new String(bytes(field), StandardCharsets.UTF_8);
  }

  /** A text; absent also if it is empty. */
  @Nullable
  String textOrNull(Field field) {
    Value value = values.get(field);
    String text = value == null ? "" : new String(value.joined(), StandardCharsets.UTF_8);
    return text.isEmpty() ? null : text;
  }

  /** A number that must be there. */
  long number(Field field) {
    byte[] text = first(field);
    if (text == null || text.length == 0) {
      throw missing(field);
    }
    return number(field, text);
  }

  /** A number; something else if it is not there, or empty. */
  long number(Field field, long otherwise) {
    byte[] text = first(field);
    return text == null || text.length == 0 ? otherwise : number(field, text);
  }

  private static long number(Field field, byte[] text) {
    try {
      return Numbers.parse(text);
    } catch (NumberFormatException e) {
      throw wrong(field);
    }
  }

  /** A number that fits into 32 bits; something else if it is not there, or empty. */
  int integer(Field field, int otherwise) {
    long number = number(field, otherwise);
    if (number != (int) number) {
      throw wrong(field);
    }
    return (int) number;
  }

  /** A switch that must be there. */
  boolean flag(Field field) {
    byte[] text = first(field);
    if (text == null || text.length == 0) {
      throw missing(field);
    }
    return flag(field, text);
  }

  /** A switch; something else if it is not there, or empty. */
  boolean flag(Field field, boolean otherwise) {
    byte[] text = first(field);
    if (text == null || text.length == 0) {
      return otherwise;
    }
    return flag(field, text);
  }

  private static boolean flag(Field field, byte[] text) {
    String word = new String(text, StandardCharsets.UTF_8).strip();
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "true", "yes", "on", "1" -> true;
      case "false", "no", "off", "0" -> false;
      default -> throw wrong(field);
    };
  }

  private byte @Nullable [] first(Field field) {
    Value value = values.get(field);
    return value == null ? null : value.first;
  }

  private static Refusal missing(Field field) {
    return new Refusal(400, "invalid", "the parameter " + field.word() + " is missing");
  }

  private static Refusal wrong(Field field) {
    return new Refusal(400, "invalid", "the parameter " + field.word() + " makes no sense");
  }
}
