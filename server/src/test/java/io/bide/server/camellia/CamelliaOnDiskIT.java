package io.bide.server.camellia;

import io.bide.store.rocksdb.RocksConfig;
import io.bide.store.rocksdb.RocksStore;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The dialect over the embedded store. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class CamelliaOnDiskIT implements SendCases, PullCases, SettleCases, ParameterCases, ReportCases {
  private @TempDir Path directory;
  private CamelliaServer server;
  private CamelliaClient client;

  @BeforeEach
  void open() {
    Path data = directory.resolve("data");
    server = new CamelliaServer(clock -> RocksStore.open(RocksConfig.at(data).clock(clock)));
    client = new CamelliaClient(server.port());
  }

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
