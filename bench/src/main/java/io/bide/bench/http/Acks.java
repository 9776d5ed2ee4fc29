package io.bide.bench.http;

/** How a consumer acknowledges what a claim brought. */
enum Acks {
  /** In one request. */
  TOGETHER,
  /** In a request for each message, one after the other. */
  ONE_BY_ONE
}
