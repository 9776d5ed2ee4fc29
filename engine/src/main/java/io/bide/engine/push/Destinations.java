package io.bide.engine.push;

import io.bide.engine.push.Courier.Undelivered;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;

/**
 * The addresses to which a URL leads, as far as they may be called. Whoever calls one must connect to
 * exactly what was answered: a name that is looked up again may lead elsewhere.
 */
public final class Destinations {
  private static final Pattern IPV4 = Pattern.compile("[0-9]+(\\.[0-9]+){3}");

  private final Names names;
  private final AddressPolicy policy;

  public Destinations(Names names, AddressPolicy policy) {
    this.names = names;
    this.policy = policy;
  }

  /**
   * Addresses that may be called, in order of preference, at least one.
   *
   * @param instance whether the URL comes from a service directory
   * @return fails with {@link Undelivered} when there is none
   */
  public CompletableFuture<List<InetAddress>> of(URI url, boolean instance) {
    String host = url.getHost();
    if (host == null) {
      return failed(Undelivered.Why.UNREACHABLE, "the URL " + url + " has no host");
    }
    return addresses(host).thenApply(all -> allowed(host, all, instance));
  }

  private CompletableFuture<List<InetAddress>> addresses(String host) {
    boolean bracketed = host.startsWith("[");
    if (bracketed || IPV4.matcher(host).matches()) {
      return literal(bracketed ? host.substring(1, host.length() - 1) : host);
    }
    CompletableFuture<List<InetAddress>> found = new CompletableFuture<>();
    var unused = names.addresses(host).whenComplete((addresses, error) -> {
      if (error == null && !addresses.isEmpty()) {
        found.complete(addresses);
      } else {
        found.completeExceptionally(
            new Undelivered(Undelivered.Why.UNREACHABLE, "the host " + host + " is not known"));
      }
    });
    return found;
  }

  private static CompletableFuture<List<InetAddress>> literal(String address) {
    try {
      // Digits and colons are not looked up.
      return CompletableFuture.completedFuture(List.of(InetAddress.getByName(address)));
    } catch (UnknownHostException e) {
      return failed(Undelivered.Why.UNREACHABLE, address + " is no address");
    }
  }

  private List<InetAddress> allowed(String host, List<InetAddress> all, boolean instance) {
    List<InetAddress> allowed = new ArrayList<>();
    Optional<String> objection = Optional.empty();
    for (InetAddress address : all) {
      Optional<String> own =
          instance ? policy.objectionToInstance(address) : policy.objection(address);
      if (own.isEmpty()) {
        allowed.add(address);
      } else if (objection.isEmpty()) {
        objection = own;
      }
    }
    if (allowed.isEmpty()) {
      throw new Undelivered(
          Undelivered.Why.FORBIDDEN,
          "the host " + host + " must not be called: " + objection.orElse("it has no address"));
    }
    return allowed;
  }

  private static <T> CompletableFuture<T> failed(Undelivered.Why why, String message) {
    return CompletableFuture.failedFuture(new Undelivered(why, message));
  }
}
