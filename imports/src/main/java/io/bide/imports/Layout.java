package io.bide.imports;

import java.time.Instant;
import java.util.List;

/** How another system keeps its messages in Redis. */
interface Layout {
  /** All keys that list what is pending, in the order in which they are to be taken over. */
  List<Listing> listings(Source source);

  /** Where the content of a listed message is. */
  String contentKey(Listing listing, String id);

  /** Makes a message of it. It has the same token whenever it is read. */
  Reading read(Listing listing, Member member, String id, byte[] content, Instant now);

  /** Other listings in which a message may stand at the same time. */
  List<Listing> alsoIn(Listing listing);
}
