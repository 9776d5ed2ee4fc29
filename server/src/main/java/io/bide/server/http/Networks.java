package io.bide.server.http;

import io.netty.util.NetUtil;
import io.vertx.core.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some addresses from which callers come: networks such as {@code 10.1.0.0/16}, single addresses, or
 * the loopback interface of this machine. An IPv4 address that comes as an IPv6 one is the IPv4 one.
 */
public final class Networks {
  public static final String NOBODY = "nobody";
  public static final String LOOPBACK = "loopback";

  private static final List<String> LOOPBACK_NETWORKS = List.of("127.0.0.0/8", "::1");

  /** Where an IPv4 address begins inside an IPv6 one. */
  private static final int MAPPED_OFFSET = 12;

  private final String text;
  private final List<Network> networks;

  /** The first bits that all its addresses have in common; the bytes are 4 or 16. */
  private static final class Network {
    private final byte[] address;
    private final int bits;

    private Network(byte[] address, int bits) {
      this.address = address;
      this.bits = bits;
    }

    boolean contains(byte[] other) {
      if (other.length != address.length) {
        return false;
      }
      int whole = bits / Byte.SIZE;
      for (int i = 0; i < whole; i++) {
        if (other[i] != address[i]) {
          return false;
        }
      }
      int rest = bits % Byte.SIZE;
      return rest == 0 || ((other[whole] ^ address[whole]) & 0xFF) >> (Byte.SIZE - rest) == 0;
    }

    boolean isLoopback() {
      return LOOPBACK_NETWORKS.stream()
          .map(Network::parse)
          .anyMatch(loopback -> loopback.bits <= bits && loopback.contains(address));
    }

    static Network parse(String text) {
      int slash = text.indexOf('/');
      byte[] address = bytes(slash < 0 ? text : text.substring(0, slash));
      if (address == null) {
        throw new IllegalArgumentException("\"" + text + "\" is no address");
      }
      int most = address.length * Byte.SIZE;
      int bits = slash < 0 ? most : bits(text.substring(slash + 1), most);
      return new Network(address, bits);
    }

    private static int bits(String text, int most) {
      int bits = text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : -1;
      if (bits < 0 || bits > most) {
        throw new IllegalArgumentException(
            "\"/" + text + "\" is no length of a network; give 0 to " + most);
      }
      return bits;
    }
  }

  private Networks(String text, List<Network> networks) {
    this.text = text;
    this.networks = networks;
  }

  /**
   * Reads {@code nobody}, or a list, separated by commas, of {@code loopback}, addresses and networks.
   *
   * @throws IllegalArgumentException that says what is wrong
   */
  public static Networks parse(String text) {
    if (text.strip().equals(NOBODY)) {
      return new Networks(NOBODY, List.of());
    }
    List<Network> networks = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      if (part.strip().equals(LOOPBACK)) {
        LOOPBACK_NETWORKS.forEach(network -> networks.add(Network.parse(network)));
      } else {
        networks.add(Network.parse(part.strip()));
      }
    }
    return new Networks(text, List.copyOf(networks));
  }

  public boolean isEmpty() {
    return networks.isEmpty();
  }

  /** Whether nobody but this machine itself is in it. */
  public boolean isLoopback() {
    return networks.stream().allMatch(Network::isLoopback);
  }

  /** Whether whoever is at the other end of a connection is in it. */
  public boolean contains(@Nullable SocketAddress peer) {
    String literal = peer == null ? null : peer.hostAddress();
    return literal != null && contains(literal);
  }

  boolean contains(String literal) {
    byte[] address = bytes(literal);
    return address != null && networks.stream().anyMatch(network -> network.contains(address));
  }

  /** Never asks for a name. */
  private static byte @Nullable [] bytes(String literal) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(literal);
    return bytes != null && isMapped(bytes)
        ? new byte[] {bytes[12], bytes[13], bytes[14], bytes[15]}
        : bytes;
  }

  private static boolean isMapped(byte[] bytes) {
    if (bytes.length != 16 || bytes[10] != -1 || bytes[11] != -1) {
      return false;
    }
    for (int i = 0; i < MAPPED_OFFSET - 2; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  @Override
  public String toString() {
    return text;
  }
}
