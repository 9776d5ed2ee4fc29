package io.bide.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import io.bide.server.Assembly;
import io.bide.server.Node;
import io.bide.server.settings.Catalogue;
import io.bide.server.settings.Layer;
import io.bide.server.settings.Settings;
import io.bide.testing.redis.Admin;
import io.bide.testing.redis.RedisProcess;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The command, the routes and the work behind them, from a real Redis into a whole server. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class ImportIT {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final RedisProcess old = RedisProcess.start();
  private final Admin admin = new Admin(old.port());
  private Node node;
  private Shell shell;

  @BeforeEach
  void start(@TempDir Path directory) {
    Layer layer = new Layer();
    layer.set(Catalogue.PORT, "0", "test");
    layer.set(Catalogue.DATA, directory.resolve("data").toString(), "test");
    layer.set(Catalogue.OUQIANG_POP_WAIT, "5s", "test");
    node = Assembly.start(Settings.of(layer, Map.of()));
    shell = new Shell(SystemTime.clock())
        .set("BIDE_URL", node.address().toString())
        .pause(time -> Thread.onSpinWait());
  }

  @AfterEach
  void stop() {
    node.close();
    admin.close();
    old.close();
  }

  private void message(String id, long trigger) {
    String topic = "orders";
    admin.ask("ZADD", "camellia_delay_queue_topics|default", "1", topic);
    admin.ask(
        "SET",
        "camellia_delay_queue_msg|default|" + topic + "|" + id,
        "{\"topic\":\"orders\",\"msgId\":\"" + id + "\",\"msg\":\"text of " + id
            + "\",\"produceTime\":1,\"triggerTime\":" + trigger + ",\"expireTime\":"
            + (trigger + 3_600_000) + ",\"maxRetry\":10,\"retry\":2,\"status\":1}");
    admin.ask(
        "ZADD", "camellia_delay_queue_waiting|{|default|orders|}", Long.toString(trigger), id);
  }

  private HttpResponse<String> send(String method, String path, String body) throws Exception {
    return CLIENT.send(
        HttpRequest.newBuilder(URI.create(node.address() + path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .method(method, BodyPublishers.ofString(body))
            .build(),
        BodyHandlers.ofString());
  }

  @Test
  void importCamellia_takesOverWhatItsClientsThenFind() throws Exception {
    long trigger = SystemTime.clock().instant().toEpochMilli() + 600_000;
    message("m1", trigger);
    message("m2", trigger);

    Shell.Run look = shell.run("import", "camellia", "--redis", old.url(), "--dry-run");
    assertThat(look.out()).isEqualTo("would store 2 of 2 from camellia; nothing was changed\n");
    assertThat(look.exit()).isZero();
    Shell.Run run = shell.run("import", "camellia", "--redis", old.url());

    assertThat(run.out()).isEqualTo("stored 2 of 2 from camellia\n");
    assertThat(run.exit()).isZero();
    JsonObject shown = new JsonObject(
            send("POST", "/camellia/delayQueue/getMsg", "topic=orders&msgId=m1").body())
        .getJsonObject("delayMsg");
    assertThat(shown.getString("msg")).isEqualTo("text of m1");
    assertThat(shown.getLong("triggerTime")).isEqualTo(trigger);
    assertThat(shown.getLong("expireTime")).isEqualTo(trigger + 3_600_000);
    assertThat(shown.getInteger("retry")).isEqualTo(2);
    assertThat(shown.getInteger("maxRetry")).isEqualTo(10);
    assertThat(admin.ask("KEYS", "*msg*").toString()).isEqualTo("[]");
    assertThat(new JsonObject(send("GET", "/v1/topics/orders", "").body())
            .getJsonObject("settings")
            .getBoolean("keepBodies"))
        .as("ended messages are kept as clients of camellia expect it")
        .isTrue();
  }

  @Test
  void importOuqiang_takesOverWhatItsClientsThenPop() throws Exception {
    admin.ask(
        "EVAL",
        "redis.call('set','j1',cmsgpack.pack({['1']='t',['2']='j1',['3']=1,['4']=60,['5']='b'}))",
        "0");
    admin.ask("RPUSH", "dq_queue_t", "j1", "gone");

    Shell.Run run = shell.run("import", "ouqiang", "--redis", old.url(), "--keep", "--json");

    JsonObject end = new JsonObject(run.out());
    assertThat(end.getString("state")).isEqualTo("done");
    assertThat(end.getLong("stored")).isEqualTo(1);
    assertThat(end.getJsonObject("skipped").getLong("no-content")).isEqualTo(1);
    assertThat(send("POST", "/pop", "{\"topic\":\"t\"}").body())
        .isEqualTo("{\"code\":0,\"message\":\"操作成功\",\"data\":{\"id\":\"j1\",\"body\":\"b\"}}");
    assertThat(send("POST", "/get", "{\"id\":\"j1\"}").body()).contains("\"topic\":\"t\"");
    assertThat(admin.ask("EXISTS", "j1")).isEqualTo(1L);
    assertThat(shell.run("import", "ouqiang", "--redis", old.url()).out())
        .isEqualTo("stored 0 of 2 from ouqiang, 1 were stored before, left 1 (no-content)\n");
  }

  @Test
  void import_fromNowhere_failsWithWordsAndWithoutThePassword() throws Exception {
    String nowhere = "redis://me:secret@127.0.0.1:" + RedisProcess.freePort();

    Shell.Run run = shell.run("import", "ouqiang", "--redis", nowhere);

    assertThat(run.exit()).isEqualTo(1);
    assertThat(run.err()).contains("cannot reach redis://***@127.0.0.1").doesNotContain("secret");
  }

  @Test
  void routes_refuseWhatMakesNoSense() throws Exception {
    assertThat(send("POST", "/v1/imports", "[]").statusCode()).isEqualTo(400);
    assertThat(send("POST", "/v1/imports", "{}").body()).contains("give camellia or ouqiang");
    assertThat(send("POST", "/v1/imports", "{\"from\":\"ouqiang\"}").body())
        .contains("redis is missing");
    assertThat(send("POST", "/v1/imports", "{\"from\":\"ouqiang\",\"redis\":\"x\",\"kep\":1}")
            .body())
        .contains("\"field\":\"kep\"");
    assertThat(send("POST", "/v1/imports", "{\"from\":\"ouqiang\",\"redis\":\"x\",\"keep\":1}")
            .body())
        .contains("keep must be true or false");
    assertThat(send(
                "POST",
                "/v1/imports",
                "{\"from\":\"ouqiang\",\"redis\":\"x\",\"bucketName\":\"b\"}")
            .body())
        .contains("it needs %d once");
    assertThat(send(
                "POST",
                "/v1/imports",
                "{\"from\":\"ouqiang\",\"redis\":\"x\",\"keep\":true,\"keep\":false}")
            .body())
        .contains("keep is given twice");
    assertThat(send("POST", "/v1/imports?x=1", "{}").statusCode()).isEqualTo(400);
    assertThat(send("GET", "/v1/imports/none", "").body()).contains("unknown-import");
    assertThat(send("DELETE", "/v1/imports/none", "").statusCode()).isEqualTo(404);
  }
}
