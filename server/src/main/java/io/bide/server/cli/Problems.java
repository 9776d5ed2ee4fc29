package io.bide.server.cli;

import io.vertx.core.json.DecodeException;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What can go wrong between a command and its server, in words. */
final class Problems {
  private Problems() {}

  static Failure in(Answer answer, URI address) {
    JsonObject problem = problem(answer.text());
    if (problem == null) {
      return Failure.refused(
          address + " answered with status " + answer.status() + ", but not as a Bide server does",
          "Check --url or $BIDE_URL.",
          answer);
    }
    return problem.getString("outcome", "").equals("unknown")
        ? Failure.unknown(words(problem), answer)
        : Failure.refused(words(problem), hint(answer.status(), problem), answer);
  }

  /** An error within a batch, or a problem of its own. */
  static String words(JsonObject problem) {
    String detail = problem.getString("detail", problem.getString("title", "no reason given"));
    int removed = problem.getInteger("itemsRemoved", 0);
    return detail
        + (removed == 0 ? "" : "; " + removed + " items that were not handed out are removed")
        + " ("
        + problem.getString("code", "no code")
        + ")";
  }

  static Failure unreachable(URI address) {
    return new Failure(
        "no server answers at " + address,
        "Start one with 'bide serve', or name another one with --url or $BIDE_URL.");
  }

  static Failure untrusted(URI address, SSLException why) {
    return new Failure(
        "no safe connection to " + address + ": " + why.getMessage(),
        "If its certificate is your own, name it with --cacert or $BIDE_CACERT.");
  }

  static Failure silent(URI address) {
    return Failure.unknown(
        address + " did not answer in time; nobody can tell whether it happened", null);
  }

  static Failure lost(URI address) {
    return Failure.unknown(
        "the connection to " + address + " was lost; nobody can tell whether it happened", null);
  }

  private static @Nullable String hint(int status, JsonObject problem) {
    return switch (status) {
      case 401 ->
        "Pass a key with --key or $BIDE_KEY; 'bide keys add' on the server's machine makes one.";
      case 403 -> "Pass a key that allows it with --key or $BIDE_KEY; 'bide keys list' shows them.";
      default ->
        problem.getBoolean("retryable", false) ? "It may work if you try again in a moment." : null;
    };
  }

  private static @Nullable JsonObject problem(String text) {
    try {
      JsonObject json = new JsonObject(text);
      return json.containsKey("code") ? json : null;
    } catch (DecodeException e) {
      return null;
    }
  }
}
