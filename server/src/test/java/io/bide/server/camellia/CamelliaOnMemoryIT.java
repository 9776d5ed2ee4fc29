package io.bide.server.camellia;

import io.bide.testing.MemoryStore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/** The dialect over the oracle. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class CamelliaOnMemoryIT implements SendCases, PullCases, SettleCases, ParameterCases, ReportCases {
  private final CamelliaServer server = new CamelliaServer(MemoryStore::new);
  private final CamelliaClient client = new CamelliaClient(server.port());

  @Override
  public CamelliaServer server() {
    return server;
  }

  @Override
  public CamelliaClient client() {
    return client;
  }

  @AfterEach
  void close() {
    server.close();
  }
}
