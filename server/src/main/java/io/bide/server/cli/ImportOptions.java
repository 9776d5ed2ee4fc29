package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import picocli.CommandLine.Option;

/** The options of every import. */
final class ImportOptions {
  @Option(
      names = "--redis",
      paramLabel = "URL",
      required = true,
      description =
          "Its Redis, as the server reaches it: redis://[user:password@]host[:port][/database],"
              + " redis-sentinel://host[:port]#master or redis-cluster://host[:port]; rediss for TLS.")
  private String redis = "";

  @Option(names = "--dry-run", description = "Only look, and say what would be taken over.")
  private boolean dryRun;

  @Option(
      names = "--keep",
      description = "Leave the source as it is; otherwise what Bide has stored is removed there.")
  private boolean keep;

  JsonObject plan(String from) {
    return new JsonObject()
        .put("from", from)
        .put("redis", redis)
        .put("dryRun", dryRun)
        .put("keep", keep);
  }
}
