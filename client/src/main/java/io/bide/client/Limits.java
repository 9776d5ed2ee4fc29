package io.bide.client;

import io.bide.BideException;
import java.io.IOException;

/**
 * What a server takes in one request.
 *
 * @param batch how many items
 * @param requestBytes how many bytes
 */
record Limits(int batch, int requestBytes) {
  private static final int DEFAULT_BATCH = 1_000;
  private static final int DEFAULT_REQUEST_BYTES = 1_024 * 1_024;
  private static final int BRACKETS = 2;
  /** More in one request makes it slow rather than fast; a single message may be larger. */
  private static final int MOST_GATHERED_BYTES = 1_024 * 1_024;

  static Limits read(JsonIn in) throws IOException {
    long[] told = {DEFAULT_BATCH, DEFAULT_REQUEST_BYTES};
    in.object(name -> {
      if (name.equals("limits")) {
        in.object(limit -> readLimit(in, limit, told));
      } else {
        in.skip();
      }
    });
    return new Limits(clamp(told[0]), clamp(told[1]));
  }

  private static void readLimit(JsonIn in, String name, long[] told) throws IOException {
    switch (name) {
      case "batch" -> told[0] = in.number();
      case "request" -> told[1] = in.number();
      default -> in.skip();
    }
  }

  private static int clamp(long value) {
    return (int) Math.max(1, Math.min(value, Integer.MAX_VALUE));
  }

  int gatheredBytes() {
    return Math.min(requestBytes, MOST_GATHERED_BYTES);
  }

  /** Refuses a call that brings too many items; nothing of it is done. */
  void checkBatch(String field, int size) {
    if (size > batch) {
      throw BideException.tooLarge(field, "are " + size + "; the most in one call is " + batch);
    }
  }

  /** Refuses an item that no request can hold. */
  void checkItem(String field, int bytes) {
    int most = requestBytes - BRACKETS;
    if (bytes > most) {
      throw BideException.tooLarge(
          field, "needs a request of " + bytes + " bytes; the server takes " + most);
    }
  }
}
