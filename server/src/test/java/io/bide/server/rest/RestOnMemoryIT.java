package io.bide.server.rest;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The native dialect over the oracle. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RestOnMemoryIT implements PutCases, WorkCases, MergeCases, LookCases, TopicCases, PushCases {
  private final RestServer server = RestServer.inMemory();
  private final RestClient client = new RestClient(server.port());

  @Override
  public RestServer server() {
    return server;
  }

  @Override
  public RestClient client() {
    return client;
  }

  @AfterEach
  void close() {
    server.close();
  }
}
