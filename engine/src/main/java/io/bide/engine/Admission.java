package io.bide.engine;

import io.bide.BideException;
import io.bide.Claim;
import io.bide.Put;
import io.bide.PutResult;
import io.bide.State;
import io.bide.Target;
import io.bide.Topic;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks what comes in against the limits, and names messages that were put without an id. */
final class Admission {
  private final EngineConfig config;
  private final Ids ids;

  Admission(EngineConfig config, InstantSource clock) {
    this.config = config;
    this.ids = new Ids(clock);
  }

  /**
   * Puts on their way to the store: those that may go there, and the answers of those that may not.
   *
   * @param good what the store gets; every put has an id
   * @param bytes the size of their bodies
   * @param refused by position in the caller's batch, null for a good one; null when all are good
   */
  record Batch(List<Put> good, long bytes, @Nullable List<@Nullable PutResult> refused) {
    /** The answers in the order in which the puts came. */
    List<PutResult> answers(List<PutResult> ofGood) {
      if (refused == null) {
        return ofGood;
      }
      List<PutResult> answers = new ArrayList<>(refused.size());
      int next = 0;
      for (PutResult failed : refused) {
        answers.add(failed != null ? failed : ofGood.get(next++));
      }
      return answers;
    }
  }

  /**
   * Checks each put on its own.
   *
   * @throws BideException when there are too many
   */
  Batch admit(List<Put> puts) {
    checkBatch("puts", puts.size());
    List<Put> good = new ArrayList<>(puts.size());
    List<@Nullable PutResult> refused = null;
    long bytes = 0;
    for (int i = 0; i < puts.size(); i++) {
      BideException error = problem(puts.get(i));
      if (error == null) {
        good.add(named(puts.get(i)));
        bytes += puts.get(i).body().size();
      } else {
        refused = refused == null ? nulls(puts.size()) : refused;
        refused.set(i, new PutResult.Failed(error));
      }
    }
    return new Batch(good, bytes, refused);
  }

  void checkBatch(String field, int size) {
    if (size > config.maxBatch()) {
      throw BideException.tooLarge(
          field, "are " + size + "; the most in one call is " + config.maxBatch());
    }
  }

  void checkPage(int limit) {
    if (limit < 1 || limit > config.maxPage()) {
      throw BideException.invalid("limit", "is " + limit + "; give 1 to " + config.maxPage());
    }
  }

  void check(Claim claim) {
    if (claim.max() > config.maxClaim()) {
      throw BideException.tooLarge(
          "max", "is " + claim.max() + "; the most is " + config.maxClaim());
    }
    if (claim.topics().size() > config.maxClaimTopics()) {
      throw BideException.tooLarge(
          "topics", "are " + claim.topics().size() + "; the most is " + config.maxClaimTopics());
    }
    if (claim.waitUpTo().compareTo(config.maxWait()) > 0) {
      throw BideException.tooLarge(
          "wait", "is " + claim.waitUpTo() + "; the longest is " + config.maxWait());
    }
  }

  /** The rules for an id that is looked up are those of a target. */
  static void checkId(Topic topic, String id) {
    Target.id(topic, id, State.READY);
  }

  private Put named(Put put) {
    if (put.id() != null) {
      return put;
    }
    return put.withId(put.token() != null ? Ids.ofToken(put.token()) : ids.next());
  }

  private @Nullable BideException problem(Put put) {
    if (put.topic().isDeathNotices()) {
      return BideException.invalid(
          "topic",
          put.topic() + " takes death notices only; put into " + put.topic().source());
    }
    if (put.body().size() > config.maxBodyBytes()) {
      return BideException.tooLarge(
          "body", "has " + put.body().size() + " bytes; the most is " + config.maxBodyBytes());
    }
    return put.attributes().isEmpty() ? null : problem(put.attributes());
  }

  private @Nullable BideException problem(Map<String, String> attributes) {
    if (attributes.size() > config.maxAttributes()) {
      return BideException.tooLarge(
          "attributes", "are " + attributes.size() + "; the most is " + config.maxAttributes());
    }
    long bytes = 0;
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      if (!isWellFormed(attribute.getValue())) {
        return BideException.invalid(
            "attributes", "have half a character in the value of " + attribute.getKey());
      }
      bytes += utf8Length(attribute.getKey()) + utf8Length(attribute.getValue());
    }
    return bytes <= config.maxAttributeBytes()
        ? null
        : BideException.tooLarge(
            "attributes", "have " + bytes + " bytes; the most is " + config.maxAttributeBytes());
  }

  /** Half of a surrogate pair would come back as something else. */
  private static boolean isWellFormed(String text) {
    return text.codePoints()
        .noneMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }

  private static long utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static List<@Nullable PutResult> nulls(int size) {
    List<@Nullable PutResult> list = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      list.add(null);
    }
    return list;
  }
}
