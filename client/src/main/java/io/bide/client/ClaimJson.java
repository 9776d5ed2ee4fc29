package io.bide.client;

import io.bide.Claim;
import io.bide.Claimed;
import io.bide.Topic;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A claim on the wire, and the answer to it. */
final class ClaimJson {
  private final List<MessageJson> messages = new ArrayList<>();
  private Instant now = Instant.EPOCH;

  private ClaimJson() {}

  /**
   * A claim as it is sent.
   *
   * @param wait in milliseconds, whatever the claim says
   */
  static byte[] write(Claim claim, long wait, @Nullable String ticket) {
    return Json.object(out -> {
      out.writeArrayFieldStart("topics");
      for (Topic topic : claim.topics()) {
        out.writeString(topic.name());
      }
      out.writeEndArray();
      if (claim.id() != null) {
        out.writeStringField("id", claim.id());
      }
      out.writeNumberField("max", claim.max());
      out.writeNumberField("maxItems", claim.maxItems());
      PutJson.writeDuration(out, "lease", claim.lease());
      out.writeNumberField("wait", wait);
      if (ticket != null) {
        out.writeStringField("ticket", ticket);
      }
    });
  }

  static Claimed read(JsonIn in) throws IOException {
    ClaimJson json = new ClaimJson();
    in.object(name -> {
      switch (name) {
        case "now" -> json.now = in.time();
        case "messages" -> in.array(() -> json.messages.add(MessageJson.readHandedOut(in)));
        default -> in.skip();
      }
    });
    return new Claimed(
        json.now, json.messages.stream().map(each -> each.delivery(json.now)).toList());
  }
}
