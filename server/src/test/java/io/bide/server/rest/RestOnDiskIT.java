package io.bide.server.rest;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The native dialect over the embedded store. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class RestOnDiskIT implements PutCases, WorkCases, MergeCases, LookCases, TopicCases, PushCases {
  private @TempDir Path directory;
  private RestServer server;
  private RestClient client;

  @BeforeEach
  void open() {
    server = RestServer.onDisk(directory.resolve("data"));
    client = new RestClient(server.port());
  }

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
