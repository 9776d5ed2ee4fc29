package io.bide;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where messages are pushed to: a URL, or a service that a {@link ServiceDirectory} knows.
 *
 * <p>A topic gets one by a {@link Subscription}. A message can also bring its own: it is put into the
 * endpoint's {@link #topic} and carries the endpoint in its {@link #attributes}, so that each endpoint
 * has a queue, limits and dead letters of its own, and nothing of it is left when they are gone.
 */
public sealed interface Endpoint {
  /** How the names of topics begin whose messages bring their own endpoint. */
  String TOPIC_PREFIX = "push/";

  /** The methods that may be called. */
  Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  String method();

  /** The topic of messages that bring this endpoint. */
  Topic topic(String namespace);

  /** What a message that brings this endpoint carries. */
  Map<String, String> attributes();

  /**
   * The endpoint that a message brings.
   *
   * @throws BideException with {@link ErrorCode#INVALID} when it brings a malformed one
   */
  static Optional<Endpoint> in(Map<String, String> attributes) {
    String method = attributes.getOrDefault(Attribute.METHOD, "POST");
    String url = attributes.get(Attribute.URL);
    if (url != null) {
      return Optional.of(Url.parse(method, url));
    }
    String service = attributes.get(Attribute.SERVICE);
    if (service == null) {
      return Optional.empty();
    }
    String path = attributes.getOrDefault(Attribute.PATH, "/");
    return Optional.of(new Service(method, service, attributes.get(Attribute.TYPE), path));
  }

  /** A URL with the method to call it by. */
  record Url(String method, URI url) implements Endpoint {
    private static final int MAX_HOST_IN_TOPIC = 160;
    private static final int HASH_BYTES = 16;

    public Url {
      checkMethod(method);
      WebAddress.check(url);
    }

    /**
     * Reads a URL.
     *
     * @throws BideException with {@link ErrorCode#INVALID} saying what is wrong with it
     */
    public static Url parse(String method, String url) {
      return new Url(method, WebAddress.parse(url));
    }

    @Override
    public Topic topic(String namespace) {
      String host = WebAddress.host(url);
      String shown =
          host.length() > MAX_HOST_IN_TOPIC ? host.substring(0, MAX_HOST_IN_TOPIC) : host;
      return Topic.of(
          namespace, TOPIC_PREFIX + method + "/" + shown + "/" + hash(method + " " + url));
    }

    private static String hash(String text) {
      try {
        byte[] sha =
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(sha, 0, HASH_BYTES);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has SHA-256", e);
      }
    }

    @Override
    public Map<String, String> attributes() {
      return Map.of(Attribute.METHOD, method, Attribute.URL, url.toString());
    }

    @Override
    public String toString() {
      return method + " " + url;
    }
  }

  /**
   * Any instance of a service.
   *
   * @param type only instances that say they handle this type; absent for all
   * @param path where to call an instance, beginning with a slash
   */
  record Service(String method, String service, @Nullable String type, String path)
      implements Endpoint {
    public Service {
      checkMethod(method);
      Checks.name("service", service);
      if (type != null) {
        Checks.name("type", type);
      }
      if (!path.startsWith("/") || !path.chars().allMatch(c -> c > ' ' && c < 0x7F)) {
        throw BideException.invalid(
            "path", "must begin with a slash and hold no spaces or other characters than ASCII");
      }
    }

    @Override
    public Topic topic(String namespace) {
      return Topic.of(
          namespace,
          TOPIC_PREFIX + "service/" + escape(service) + (type == null ? "" : "/" + escape(type)));
    }

    /** Slashes separate the parts of the name, and the exclamation mark is not for us. */
    private static String escape(String part) {
      return part.replace("%", "%25").replace("/", "%2F").replace("!", "%21");
    }

    @Override
    public Map<String, String> attributes() {
      Map<String, String> attributes = new LinkedHashMap<>();
      attributes.put(Attribute.METHOD, method);
      attributes.put(Attribute.SERVICE, service);
      attributes.put(Attribute.PATH, path);
      if (type != null) {
        attributes.put(Attribute.TYPE, type);
      }
      return attributes;
    }

    @Override
    public String toString() {
      return method + " " + path + " of service " + service + (type == null ? "" : " for " + type);
    }
  }

  private static void checkMethod(String method) {
    if (!METHODS.contains(method)) {
      throw BideException.invalid(
          "method", "must be one of GET, HEAD, POST, PUT, PATCH, DELETE and OPTIONS");
    }
  }

  /** The names of the attributes in which a message brings its endpoint. */
  final class Attribute {
    static final String METHOD = "bide.push.method";
    static final String URL = "bide.push.url";
    static final String SERVICE = "bide.push.service";
    static final String TYPE = "bide.push.type";
    static final String PATH = "bide.push.path";

    private Attribute() {}
  }
}
