package io.bide.engine.push;

import io.bide.SigningSecret;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The signature of Standard Webhooks: for each secret {@code v1,} and the base64 of the HMAC-SHA256 of
 * {@code id.timestamp.body}, separated by spaces, so that a receiver that knows either secret is
 * content.
 */
final class Signature {
  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  static String of(List<SigningSecret> secrets, String id, long timestamp, byte[] body) {
    byte[] head = (id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8);
    return secrets.stream()
        .map(secret -> "v1," + Base64.getEncoder().encodeToString(hmac(secret, head, body)))
        .collect(Collectors.joining(" "));
  }

  private static byte[] hmac(SigningSecret secret, byte[] head, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret.key(), ALGORITHM));
      mac.update(head);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }
}
