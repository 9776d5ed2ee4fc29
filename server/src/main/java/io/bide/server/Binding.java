package io.bide.server;

import io.bide.server.http.Front;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.DialectSettings;
import io.bide.server.settings.Setting;
import io.bide.server.settings.Settings;
import io.netty.channel.unix.Errors.NativeIoException;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.net.SocketException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Where a node listens, and who can reach it there. */
final class Binding {
  private static final Logger log = LoggerFactory.getLogger(Binding.class);

  private final String host;
  private final boolean loopback;
  private final boolean everywhere;
  private final boolean tls;

  private Binding(String host, InetAddress[] addresses, boolean tls) {
    this.host = host;
    this.loopback = Arrays.stream(addresses).allMatch(InetAddress::isLoopbackAddress);
    this.everywhere = Arrays.stream(addresses).anyMatch(InetAddress::isAnyLocalAddress);
    this.tls = tls;
  }

  static Binding of(Settings settings) {
    String host = settings.get(Catalogue.HOST);
    try {
      return new Binding(
          host,
          InetAddress.getAllByName(host),
          settings.find(Catalogue.TLS_CERTIFICATE).isPresent());
    } catch (UnknownHostException e) {
      throw new OperatorException(
          settings.tell(Catalogue.HOST) + ", which is no address; use one of this machine", e);
    }
  }

  /**
   * Checks that not everybody gets in.
   *
   * @param keys whether there are keys
   */
  void check(Settings settings, boolean keys) {
    boolean insecure = settings.get(Catalogue.INSECURE);
    if (!loopback && !keys && !insecure) {
      throw new OperatorException(settings.tell(Catalogue.HOST)
          + ", which others can reach, and there"
          + " are no API keys in " + settings.keysFile() + "; make one with \"bide keys add NAME\","
          + " listen on 127.0.0.1, or let everybody do everything with --insecure");
    }
    if (!loopback && !keys) {
      log.warn("INSECURE: everybody who can reach {} may read, change and delete everything", host);
    } else if (!loopback && !tls) {
      log.warn(
          "Keys and messages travel to {} in clear text; set tls.certificate and tls.key", host);
    }
  }

  /** Opens the ports, and waits for them. */
  void open(Fronts fronts, Vertx vertx, Settings settings) {
    open(fronts.main(), vertx, settings, Catalogue.PORT);
    Set<Front> open = new HashSet<>();
    for (DialectSettings dialect : Catalogue.DIALECTS) {
      Front own = fronts.own().get(dialect.name());
      if (own != null && open.add(own)) {
        open(own, vertx, settings, dialect.port());
      }
    }
  }

  private void open(Front front, Vertx vertx, Settings settings, Setting<Integer> port) {
    try {
      front.open(vertx).join();
    } catch (CompletionException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new OperatorException(problem(cause, settings, port), cause);
    }
  }

  private String problem(Throwable cause, Settings settings, Setting<Integer> port) {
    String where = settings.tell(Catalogue.HOST) + ", " + settings.tell(port);
    // Also what the native transport says when an address is in use, or not of this machine.
    if (cause instanceof SocketException || cause instanceof NativeIoException) {
      return "cannot listen (" + where + "): " + cause.getMessage()
          + "; stop whoever uses that port, or choose another port or host";
    }
    if (tls) {
      return "cannot listen with TLS (" + settings.tell(Catalogue.TLS_CERTIFICATE) + ", "
          + settings.tell(Catalogue.TLS_KEY) + "): " + cause.getMessage()
          + "; both must be PEM files and belong together";
    }
    return "cannot listen (" + where + "): " + cause;
  }

  /** The address as a caller on this machine uses it. */
  URI address(int port) {
    String reachable = everywhere ? "127.0.0.1" : host;
    String literal = reachable.indexOf(':') >= 0 ? "[" + reachable + "]" : reachable;
    return URI.create((tls ? "https" : "http") + "://" + literal + ":" + port);
  }
}
