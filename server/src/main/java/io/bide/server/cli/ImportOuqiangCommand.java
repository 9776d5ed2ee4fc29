package io.bide.server.cli;

import io.vertx.core.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Takes over jobs of ouqiang. */
@Command(
    name = "ouqiang",
    header = "Take over what is pending in ouqiang/delay-queue.",
    description = {
      "The server does it, and goes on if this command is ended. It can be repeated at any time.",
      "",
      "Jobs that were popped and not finished come again when their ttr ends. Stop delay-queue first, or point its"
          + " clients at Bide. Its database is number 1 unless its settings say otherwise."
    },
    footerHeading = ServerCommand.EXAMPLE,
    footer = {
      "  bide import ouqiang --redis redis://10.0.0.1:6379/1 --dry-run",
      "  bide import ouqiang --redis redis://:secret@10.0.0.1:6379/1"
    })
final class ImportOuqiangCommand extends ServerCommand {
  @Mixin
  private final ImportOptions options = new ImportOptions();

  @Option(
      names = "--bucket-name",
      paramLabel = "NAME",
      description = "Its setting bucket_name; dq_bucket_%%d by default.")
  private @Nullable String bucketName;

  @Option(
      names = "--queue-name",
      paramLabel = "NAME",
      description = "Its setting queue_name; dq_queue_%%s by default.")
  private @Nullable String queueName;

  ImportOuqiangCommand(Terminal terminal) {
    super(terminal);
  }

  @Override
  boolean run(Session session) {
    JsonObject plan = options.plan("ouqiang");
    if (bucketName != null) {
      plan.put("bucketName", bucketName);
    }
    if (queueName != null) {
      plan.put("queueName", queueName);
    }
    return new ImportWatch(session).run(plan);
  }
}
