package io.bide.client;

import io.bide.BideException;
import io.bide.SigningSecret;
import io.bide.SystemTime;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Checks that a request was pushed by a server that knows a secret, not long ago, and was not changed
 * on its way: the signature of Standard Webhooks.
 *
 * <pre>{@code
 * WebhookVerifier verifier = WebhookVerifier.of("whsec_…");
 * verifier.verify(request::getHeader, bodyAsItCame);
 * }</pre>
 *
 * <p>Several secrets can be given while one takes the place of another; a request that either has
 * signed is good. Requests are good for five minutes by default. That something was delivered twice is
 * no attack: tell by the header {@code webhook-id}. Immutable and thread-safe.
 */
public final class WebhookVerifier {
  public static final String ID = "webhook-id";
  public static final String TIMESTAMP = "webhook-timestamp";
  public static final String SIGNATURE = "webhook-signature";
  public static final Duration DEFAULT_TOLERANCE = Duration.ofMinutes(5);

  private static final String VERSION = "v1,";
  private static final String ALGORITHM = "HmacSHA256";

  private final List<SecretKeySpec> keys;
  private final Duration tolerance;
  private final InstantSource clock;

  private WebhookVerifier(List<SecretKeySpec> keys, Duration tolerance, InstantSource clock) {
    this.keys = List.copyOf(keys);
    this.tolerance = tolerance;
    this.clock = clock;
  }

  /**
   * A verifier for requests that any of these secrets has signed.
   *
   * @param secrets each {@code whsec_} and the base64 of 24 to 64 bytes
   * @throws BideException with {@link io.bide.ErrorCode#INVALID} when there is none, or one is malformed
   */
  public static WebhookVerifier of(String... secrets) {
    if (secrets.length == 0) {
      throw BideException.invalid("secrets", "are missing; give at least one");
    }
    return new WebhookVerifier(
        Stream.of(secrets).map(WebhookVerifier::key).toList(),
        DEFAULT_TOLERANCE,
        SystemTime.clock());
  }

  /** The same, for requests that are at most this old, or this far ahead of the clock. */
  public WebhookVerifier tolerance(Duration time) {
    if (time.isNegative()) {
      throw BideException.invalid("tolerance", "is " + time + "; it must not be negative");
    }
    return new WebhookVerifier(keys, time, clock);
  }

  /** The same, by another clock. */
  public WebhookVerifier clock(InstantSource source) {
    return new WebhookVerifier(keys, tolerance, source);
  }

  private static SecretKeySpec key(String secret) {
    return new SecretKeySpec(SigningSecret.parse(secret).key(), ALGORITHM);
  }

  /**
   * Checks a request.
   *
   * @param header gives the value of a header by its name, whose case does not matter; null if the
   *     request has none
   * @param body exactly as it came, before anybody has parsed it
   * @throws WebhookException when it is not to be trusted, saying why
   */
  public void verify(Function<String, @Nullable String> header, byte[] body) {
    verify(required(header, ID), required(header, TIMESTAMP), required(header, SIGNATURE), body);
  }

  private static String required(Function<String, @Nullable String> header, String name) {
    String value = header.apply(name);
    if (value == null || value.isEmpty()) {
      throw new WebhookException(
          WebhookException.Reason.NOT_SIGNED, "the header " + name + " is missing");
    }
    return value;
  }

  /**
   * Checks a request by the values of its headers.
   *
   * @throws WebhookException when it is not to be trusted, saying why
   */
  public void verify(String id, String timestamp, String signature, byte[] body) {
    checkTime(timestamp);
    byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    List<byte[]> given = signatures(signature);
    boolean good = false;
    // All are looked at, whichever is right: the time it takes tells nothing.
    for (SecretKeySpec key : keys) {
      byte[] expected = hmac(key, head, body);
      for (byte[] each : given) {
        good |= MessageDigest.isEqual(expected, each);
      }
    }
    if (!good) {
      throw new WebhookException(
          WebhookException.Reason.WRONG_SIGNATURE,
          "no secret fits the signature; is the secret right, and the body unchanged?");
    }
  }

  private void checkTime(String timestamp) {
    Instant sent;
    try {
      sent = Instant.ofEpochSecond(Long.parseLong(timestamp));
    } catch (NumberFormatException | java.time.DateTimeException e) {
      throw new WebhookException(
          WebhookException.Reason.MALFORMED, "the header " + TIMESTAMP + " is no time in seconds");
    }
    Duration age = Duration.between(sent, clock.instant()).abs();
    if (age.compareTo(tolerance) > 0) {
      throw new WebhookException(
          WebhookException.Reason.OUT_OF_TIME,
          "it was signed at " + sent + ", which is further from now than " + tolerance
              + "; is the clock right?");
    }
  }

  /** Those of other versions are not ours to judge. */
  private static List<byte[]> signatures(String header) {
    List<byte[]> signatures = new ArrayList<>();
    for (String part : header.split(" ", -1)) {
      if (part.startsWith(VERSION)) {
        try {
          signatures.add(Base64.getDecoder().decode(part.substring(VERSION.length())));
        } catch (IllegalArgumentException e) {
          throw new WebhookException(
              WebhookException.Reason.MALFORMED, "the header " + SIGNATURE + " has no base64");
        }
      }
    }
    return signatures;
  }

  private static byte[] hmac(SecretKeySpec key, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
