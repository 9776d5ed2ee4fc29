package io.bide.server.cli;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;

/** Starts an import and shows how far it is, until it ends. */
final class ImportWatch {
  private static final String IMPORTS = "/v1/imports";
  private static final Duration APART = Duration.ofSeconds(1);

  private final Session session;

  ImportWatch(Session session) {
    this.session = session;
  }

  /** Whether it came to its end. */
  boolean run(JsonObject plan) {
    Answer answer = session.send(Request.post(IMPORTS, plan.encode()));
    String id = answer.json().getString("id");
    while (isRunning(answer)) {
      session.remark(progress(answer.json()));
      if (!rest()) {
        session.remark("the server goes on; see GET " + IMPORTS + "/" + id);
        return false;
      }
      answer = session.send(Request.get(IMPORTS + "/" + id));
    }
    session.show(answer, this::tell);
    return answer.json().getString("state").equals("done");
  }

  private static boolean isRunning(Answer answer) {
    return answer.json().getString("state").equals("running");
  }

  private boolean rest() {
    try {
      session.terminal().pause().await(APART);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static String progress(JsonObject running) {
    return "seen " + running.getLong("seen") + " of " + running.getLong("total") + ", stored "
        + running.getLong("stored");
  }

  private void tell(JsonObject end) {
    new JsonArray(end.getJsonArray("problems").getList())
        .forEach(problem -> session.remark(Paint.visible(problem.toString())));
    boolean dryRun = end.getBoolean("dryRun");
    session.say((dryRun ? "would store " : "stored ") + end.getLong("stored") + " of "
        + end.getLong("total") + " from " + end.getString("from") + already(end) + left(end)
        + (dryRun ? "; nothing was changed" : ""));
    if (end.containsKey("error")) {
      session.remark("bide: " + end.getString("error") + "; run the same command again");
    }
  }

  private static String already(JsonObject end) {
    long already = end.getLong("already");
    return already == 0 ? "" : ", " + already + " were stored before";
  }

  private static String left(JsonObject end) {
    StringBuilder words = new StringBuilder();
    for (Map.Entry<String, Object> why : end.getJsonObject("skipped")) {
      words
          .append(", left ")
          .append(why.getValue())
          .append(" (")
          .append(why.getKey())
          .append(')');
    }
    return words.toString();
  }
}
