package io.bide.dialect.rest;

import io.bide.BideException;
import io.bide.Body;
import io.bide.Due;
import io.bide.MergeOptions;
import io.bide.Put;
import io.bide.PutMode;
import io.bide.Topic;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** One message to be put, as it is read. */
final class PutJson implements JsonIn.Fields {
  private final JsonIn in;
  private final Put.Builder put;
  private final BodyJson body = new BodyJson();
  private final When when = new When();
  private @Nullable BackoffJson backoff;
  private @Nullable MergeJson merge;
  private PutMode mode = PutMode.REJECT;
  private @Nullable String token;

  private PutJson(JsonIn in, Topic topic) {
    this.in = in;
    this.put = Put.to(topic);
  }

  /** One whose fields are still to be read, among others. */
  static PutJson of(JsonIn in, Topic topic) {
    return new PutJson(in, topic);
  }

  static PutJson read(JsonIn in, Topic topic) throws IOException {
    PutJson item = of(in, topic);
    in.object(item);
    return item;
  }

  @Override
  public boolean read(String name) throws IOException {
    switch (name) {
      case "id" -> put.id(in.text());
      case "attributes" -> put.attributes(in.texts());
      case "ttl" -> put.ttl(in.duration());
      case "lease" -> put.lease(in.duration());
      case "maxAttempts" -> put.maxAttempts(Attempts.read(in));
      case "backoff" -> backoff = BackoffJson.read(in);
      case "mode" -> mode = in.word(PutMode.class);
      case "merge" -> merge = MergeJson.read(in);
      case "token" -> token = in.text();
      default -> {
        return body.read(in, name) || when.read(in, name);
      }
    }
    return true;
  }

  /**
   * The put.
   *
   * @param key what the request as a whole gives as a token
   * @throws BideException when a value makes no sense
   */
  Put build(@Nullable String key) {
    if (key != null && token != null) {
      throw BideException.invalid(
          "token", "and the header Idempotency-Key are both given; give one");
    }
    if (merge != null && mode != PutMode.MERGE) {
      throw BideException.invalid("merge", "is only for mode \"merge\"");
    }
    Body content = body.build();
    if (content != null) {
      put.body(checked(content));
    }
    Due due = when.build();
    if (due != null) {
      put.due(due);
    }
    if (backoff != null) {
      put.backoff(backoff.build());
    }
    if (merge != null) {
      put.merge(merge.build());
    }
    return put.mode(mode).token(key == null ? token : key).build();
  }

  private Body checked(Body content) {
    int most = in.limits().maxBodyBytes();
    if (content.size() > most) {
      throw BideException.tooLarge("body", "has " + content.size() + " bytes; the most is " + most);
    }
    return content;
  }

  /** How a put joins a live message. */
  private static final class MergeJson implements JsonIn.Fields {
    private final JsonIn in;
    private MergeOptions.DueRule due = MergeOptions.DueRule.KEEP;
    private @Nullable Duration longestWait;
    private int itemsPerClaim = MergeOptions.MAX_ITEMS_PER_CLAIM;
    private boolean raw;

    private MergeJson(JsonIn in) {
      this.in = in;
    }

    static MergeJson read(JsonIn in) throws IOException {
      MergeJson merge = new MergeJson(in);
      in.object(merge);
      return merge;
    }

    @Override
    public boolean read(String name) throws IOException {
      switch (name) {
        case "due" -> due = in.word(MergeOptions.DueRule.class);
        case "longestWait" -> longestWait = in.duration();
        case "itemsPerClaim" -> itemsPerClaim = in.integer();
        case "raw" -> raw = in.flag();
        default -> {
          return false;
        }
      }
      return true;
    }

    MergeOptions build() {
      return new MergeOptions(due, longestWait, itemsPerClaim, raw);
    }
  }
}
