package io.bide.testing.cloud;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.SystemTime;
import io.bide.spring.service.JobCenter;
import io.bide.testing.eureka.EurekaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** An application registers in Eureka, adds jobs at Bide, and is called when they are due. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class ServiceModeIT {
  private static final int PATIENCE_SECONDS = 180;

  @TempDir
  private static Path directory;

  private static EurekaProcess eureka;
  private static BideProcess bide;
  private static ConfigurableApplicationContext application;

  @BeforeAll
  static void start() throws Exception {
    eureka = EurekaProcess.start(directory.resolve("eureka.log"));
    bide = BideProcess.start(directory, eureka.address());
    application = new SpringApplicationBuilder(Shop.class)
        .properties(
            "server.port=0",
            "server.address=127.0.0.1",
            "spring.main.banner-mode=off",
            "spring.application.name=shop",
            "eureka.client.service-url.defaultZone=" + eureka.address() + "/",
            "eureka.instance.prefer-ip-address=true",
            "eureka.instance.ip-address=127.0.0.1",
            "bide.mode=none",
            "bide.service.center-url=" + bide.address())
        .run();
  }

  @AfterAll
  static void stop() {
    if (application != null) {
      application.close();
    }
    if (bide != null) {
      bide.close();
    }
    if (eureka != null) {
      eureka.close();
    }
  }

  private static void add(String type, String params, Instant due) throws Exception {
    application
        .getBean(JobCenter.class)
        .add(type, "id-of-" + params, params, due)
        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static String next() throws InterruptedException {
    return application.getBean(Shop.class).done.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void job_thatIsDue_comesBackToTheApplicationFoundInEureka() throws Exception {
    Instant due = SystemTime.clock().instant().plus(Duration.ofSeconds(2));
    add("close-order", "4711", due);

    assertThat(next()).isEqualTo("closed 4711");
    assertThat(SystemTime.clock().instant()).isAfterOrEqualTo(due.truncatedTo(ChronoUnit.MILLIS));
    assertThat(bide.get("/task/type/list").body()).contains("shop-close-order", "shop-remind");
  }

  @Test
  void job_whoseWorkerFails_isBroughtAgain() throws Exception {
    add("remind", "Ada", SystemTime.clock().instant());

    assertThat(next()).isEqualTo("reminded Ada");
  }
}
