package io.bide.engine.push;

import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Which addresses may be called. Whoever can make the server call a URL must not reach what only the
 * server can reach: so private, loopback, link-local, multicast and reserved addresses and those of
 * cloud metadata are refused, unless their network is listed.
 *
 * <p>An IPv4 address inside an IPv6 one is judged twice, as it is and as the IPv4 address that it leads
 * to: what is listed as the one says nothing of the other.
 */
public final class AddressPolicy {
  /** Public addresses only. */
  public static final AddressPolicy DEFAULT = new AddressPolicy(List.of());

  private static final List<Refused> REFUSED = List.of(
      refused("169.254.169.254/32", "an address of cloud metadata", true),
      refused("fd00:ec2::254/128", "an address of cloud metadata", true),
      refused("100.100.100.200/32", "an address of cloud metadata", true),
      refused("192.0.0.192/32", "an address of cloud metadata", true),
      refused("168.63.129.16/32", "an address of cloud metadata", true),
      refused("169.254.0.0/16", "a link-local address", true),
      refused("fe80::/10", "a link-local address", true),
      refused("0.0.0.0/8", "an unspecified address", false),
      refused("::/128", "an unspecified address", false),
      refused("127.0.0.0/8", "a loopback address", false),
      refused("::1/128", "a loopback address", false),
      refused("10.0.0.0/8", "a private address", false),
      refused("172.16.0.0/12", "a private address", false),
      refused("192.168.0.0/16", "a private address", false),
      refused("100.64.0.0/10", "a private address", false),
      refused("fc00::/7", "a private address", false),
      refused("fec0::/10", "a private address", false),
      refused("192.0.0.0/24", "a reserved address", false),
      refused("192.0.2.0/24", "a reserved address", false),
      refused("192.88.99.0/24", "a reserved address", false),
      refused("198.18.0.0/15", "a reserved address", false),
      refused("198.51.100.0/24", "a reserved address", false),
      refused("203.0.113.0/24", "a reserved address", false),
      refused("224.0.0.0/4", "a multicast address", false),
      refused("ff00::/8", "a multicast address", false),
      refused("240.0.0.0/4", "a reserved address", false),
      refused("64:ff9b:1::/48", "a reserved address", false),
      refused("100::/64", "a reserved address", false),
      refused("2001::/23", "a reserved address", false),
      refused("2001:db8::/32", "a reserved address", false),
      refused("3fff::/20", "a reserved address", false),
      refused("5f00::/16", "a reserved address", false));

  private static final Network COMPATIBLE = Network.parse("::/96");
  private static final Network TRANSLATED = Network.parse("64:ff9b::/96");
  private static final Network SIX_TO_FOUR = Network.parse("2002::/16");
  private static final int IPV6_BYTES = 16;

  private final List<Network> allowed;

  /**
   * A network that is not called.
   *
   * @param always also when a service directory names an address in it
   */
  private record Refused(Network network, String kind, boolean always) {}

  private static Refused refused(String network, String kind, boolean always) {
    return new Refused(Network.parse(network), kind, always);
  }

  /** Public addresses, and those of these networks. */
  public AddressPolicy(List<Network> allowed) {
    this.allowed = List.copyOf(allowed);
  }

  /** Why this address may not be called; empty if it may. */
  public Optional<String> objection(InetAddress address) {
    return objection(address, false);
  }

  /** The same for an instance of a service, which the operator's own directory has named. */
  public Optional<String> objectionToInstance(InetAddress address) {
    return objection(address, true);
  }

  private Optional<String> objection(InetAddress address, boolean instance) {
    byte[] bytes = address.getAddress();
    return refused(bytes, instance)
        .or(() -> refused(unwrapped(bytes), instance))
        .map(refused -> address.getHostAddress() + " is " + refused.kind());
  }

  private Optional<Refused> refused(byte[] address, boolean instance) {
    if (allowed.stream().anyMatch(network -> network.contains(address))) {
      return Optional.empty();
    }
    return REFUSED.stream()
        .filter(refused -> refused.always() || !instance)
        .filter(refused -> refused.network().contains(address))
        .findFirst();
  }

  /** The IPv4 address to which an IPv6 one leads, else the address itself. */
  private static byte[] unwrapped(byte[] address) {
    if (address.length != IPV6_BYTES) {
      return address;
    }
    if (SIX_TO_FOUR.contains(address)) {
      return Arrays.copyOfRange(address, 2, 6);
    }
    boolean wraps = TRANSLATED.contains(address) || isTunnel(address) || isCompatible(address);
    return wraps ? Arrays.copyOfRange(address, 12, IPV6_BYTES) : address;
  }

  /** Whether it is one of ISATAP, in whatever network. */
  private static boolean isTunnel(byte[] address) {
    return (address[8] & 0xFD) == 0
        && address[9] == 0
        && address[10] == 0x5E
        && address[11] == (byte) 0xFE;
  }

  /** The unspecified address and that of loopback are their own. */
  private static boolean isCompatible(byte[] address) {
    return COMPATIBLE.contains(address)
        && (address[12] != 0 || address[13] != 0 || address[14] != 0 || (address[15] & 0xFE) != 0);
  }

  @Override
  public String toString() {
    return allowed.isEmpty() ? "public addresses" : "public addresses and " + allowed;
  }
}
