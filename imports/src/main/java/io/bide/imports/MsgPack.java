package io.bide.imports;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads a MessagePack map whose keys are texts and whose values are texts, bytes or whole numbers, which is
 * all that a job of ouqiang has.
 */
final class MsgPack {
  private final ByteBuffer in;

  private MsgPack(byte[] bytes) {
    in = ByteBuffer.wrap(bytes);
  }

  /** The map: {@code byte[]} for texts and bytes, {@code Long} for numbers; null if it is something else. */
  static @Nullable Map<String, Object> map(byte[] bytes) {
    try {
      MsgPack pack = new MsgPack(bytes);
      Map<String, Object> map = pack.map();
      return pack.in.hasRemaining() ? null : map;
    } catch (BufferUnderflowException | IllegalArgumentException e) {
      return null;
    }
  }

  private Map<String, Object> map() {
    int size = sizeOfMap(in.get() & 0xFF);
    Map<String, Object> map = new HashMap<>();
    for (int i = 0; i < size; i++) {
      if (!(value() instanceof byte[] key)) {
        throw new IllegalArgumentException("a key that is no text");
      }
      String name = Member.text(key);
      if (name == null) {
        throw new IllegalArgumentException("a key that is no UTF-8");
      }
      map.put(name, value());
    }
    return map;
  }

  private int sizeOfMap(int type) {
    if ((type & 0xF0) == 0x80) {
      return type & 0x0F;
    }
    return switch (type) {
      case 0xDE -> in.getShort() & 0xFFFF;
      case 0xDF -> in.getInt();
      default -> throw new IllegalArgumentException("no map");
    };
  }

  private Object value() {
    int type = in.get() & 0xFF;
    if (type < 0x80 || type >= 0xE0) {
      return (long) (byte) type;
    }
    if (type >= 0xA0 && type <= 0xBF) {
      return bytes(type & 0x1F);
    }
    return switch (type) {
      case 0xC4, 0xD9 -> bytes(in.get() & 0xFF);
      case 0xC5, 0xDA -> bytes(in.getShort() & 0xFFFF);
      case 0xC6, 0xDB -> bytes(in.getInt());
      case 0xCC -> (long) (in.get() & 0xFF);
      case 0xCD -> (long) (in.getShort() & 0xFFFF);
      case 0xCE -> in.getInt() & 0xFFFF_FFFFL;
      case 0xCF, 0xD3 -> in.getLong();
      case 0xD0 -> (long) in.get();
      case 0xD1 -> (long) in.getShort();
      case 0xD2 -> (long) in.getInt();
      default -> throw new IllegalArgumentException("neither text nor number");
    };
  }

  private byte[] bytes(int length) {
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("cut short");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
