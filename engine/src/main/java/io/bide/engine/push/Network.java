package io.bide.engine.push;

import io.bide.BideException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Addresses that begin with the same bits, written as {@code 10.0.0.0/8} or {@code fc00::/7}. */
public final class Network {
  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:]*:[0-9a-fA-F:.]*");

  private final byte[] base;
  private final int bits;

  private Network(byte[] base, int bits) {
    this.base = base;
    this.bits = bits;
  }

  /**
   * Reads a network, or a single address.
   *
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} saying what is wrong with it
   */
  public static Network parse(String text) {
    int slash = text.indexOf('/');
    byte[] base = address(slash < 0 ? text : text.substring(0, slash), text);
    int most = base.length * Byte.SIZE;
    int bits = slash < 0 ? most : prefix(text.substring(slash + 1), most, text);
    for (int i = bits; i < most; i++) {
      if (bit(base, i) != 0) {
        throw wrong(text, "has bits beyond its first " + bits + "; set them to zero");
      }
    }
    return new Network(base, bits);
  }

  private static byte[] address(String address, String text) {
    if (!IPV4.matcher(address).matches() && !IPV6.matcher(address).matches()) {
      throw wrong(text, "is no network; give one such as 10.0.0.0/8 or fc00::/7");
    }
    try {
      // Only digits and colons get here, so nothing is looked up.
      return InetAddress.getByName(address).getAddress();
    } catch (UnknownHostException e) {
      throw wrong(text, "is no network; give one such as 10.0.0.0/8 or fc00::/7");
    }
  }

  private static int prefix(String digits, int most, String text) {
    try {
      int bits = Integer.parseInt(digits);
      if (bits >= 0 && bits <= most) {
        return bits;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw wrong(text, "must have 0 to " + most + " bits after the slash");
  }

  private static BideException wrong(String text, String problem) {
    return BideException.invalid("network", text + " " + problem);
  }

  boolean contains(byte[] address) {
    if (address.length != base.length) {
      return false;
    }
    int whole = bits / Byte.SIZE;
    if (!Arrays.equals(address, 0, whole, base, 0, whole)) {
      return false;
    }
    for (int i = whole * Byte.SIZE; i < bits; i++) {
      if (bit(address, i) != bit(base, i)) {
        return false;
      }
    }
    return true;
  }

  private static int bit(byte[] address, int index) {
    return address[index / Byte.SIZE] >> (Byte.SIZE - 1 - index % Byte.SIZE) & 1;
  }

  @Override
  public String toString() {
    try {
      return InetAddress.getByAddress(base).getHostAddress() + "/" + bits;
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an address has 4 or 16 bytes", e);
    }
  }
}
