package io.bide.spring.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.bide.BideException;
import io.bide.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletionException;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class JobCenterIT {
  private HttpServer scheduler;
  private JobCenter center;
  private volatile int status = 200;
  private volatile String seen = "";

  @BeforeEach
  void start() throws IOException {
    scheduler = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    scheduler.createContext("/job/add", exchange -> {
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      seen = exchange.getRequestHeaders().getFirst("Authorization") + " " + body;
      exchange.sendResponseHeaders(status, -1);
      exchange.close();
    });
    scheduler.start();
    String url = "http://127.0.0.1:" + scheduler.getAddress().getPort();
    center = new JobCenter(url, "shop", "key", Duration.ofSeconds(30));
  }

  @AfterEach
  void stop() {
    scheduler.stop(0);
  }

  private void add() {
    center.add("remind", "1", "p", Instant.ofEpochMilli(42)).join();
  }

  @Test
  void add_job_isSentAsTheSchedulerExpectsIt() {
    add();

    assertThat(seen)
        .isEqualTo("Bearer key {\"taskId\":\"1\",\"taskType\":\"remind\",\"delayTime\":42,"
            + "\"params\":\"p\",\"appName\":\"shop\"}");
  }

  @Test
  void add_answersThatAreNoSuccess_areErrorsThatSayWhetherItHappened() {
    fails(400, ErrorCode.INVALID);
    fails(403, ErrorCode.FORBIDDEN);
    fails(503, ErrorCode.UNKNOWN);
  }

  private void fails(int answer, ErrorCode code) {
    status = answer;
    assertThatThrownBy(this::add)
        .isInstanceOf(CompletionException.class)
        .cause()
        .asInstanceOf(InstanceOfAssertFactories.type(BideException.class))
        .extracting(BideException::code)
        .isEqualTo(code);
  }

  @Test
  void add_nobodyThere_isUnknown() {
    scheduler.stop(0);

    fails(200, ErrorCode.UNKNOWN);
  }
}
