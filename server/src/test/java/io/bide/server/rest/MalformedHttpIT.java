package io.bide.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is wrong below JSON gets a clean answer, too. */
@Timeout(value = 300, unit = TimeUnit.SECONDS)
class MalformedHttpIT {
  private static final OpenApi OPEN_API = new OpenApi();
  private static final RestServer server =
      RestServer.inMemory(Duration.ofMinutes(5), UnaryOperator.identity());

  @AfterAll
  static void close() {
    server.close();
  }

  /** Who still sends when the server closes loses the answer; on a busy machine that takes a few tries. */
  private static final int MOST_TRIES = 10;

  private static Wire wire() {
    return new Wire(server.port());
  }

  private static Wire.Reply reply(String request) {
    try (Wire wire = wire()) {
      return wire.send(request).reply();
    }
  }

  /** The reply to so much that it may not be sent in time. */
  private static Wire.Reply replyInTheEnd(String request) {
    for (int i = 1; ; i++) {
      try {
        return reply(request);
      } catch (UncheckedIOException e) {
        assertThat(i).as("tries in vain: %s", e).isLessThan(MOST_TRIES);
      }
    }
  }

  private static void assertProblem(Wire.Reply reply, int status) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(status);
    assertThat(OPEN_API.problemsOfProblem(reply.status(), reply.contentType(), reply.body()))
        .as(reply.body())
        .isEmpty();
    assertThat(reply.body()).doesNotContain("Exception", "\tat ", "io.netty", "io.bide");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "garbage in the first line      | GARBAGE                                      | 400",
        "no version                     | GET /v1/info                                 | 400",
        "a protocol that is none        | GET /v1/info HTTX/1.1                        | 400",
        "nothing right in the head      | GET /v1/info HTNP/1.1\\r\\nHost : x            | 400",
        "a version that is none         | GET /v1/info HTTP/9.9                        | 400",
        "a version that is not spoken   | PRI * HTTP/2.0                               | 400",
        "a header without a colon       | GET /v1/info HTTP/1.1\\r\\nHost              | 400",
        "a space before the colon       | GET /v1/info HTTP/1.1\\r\\nHost : x          | 400",
        "a length that is no number     | POST /v1/acks HTTP/1.1\\r\\nContent-Length: x  | 400",
        "a length below zero            | POST /v1/acks HTTP/1.1\\r\\nContent-Length: -1 | 400",
        "a length with a sign           | POST /v1/acks HTTP/1.1\\r\\nContent-Length: +1 | 400",
        "a length beyond all numbers    | POST /v1/acks HTTP/1.1\\r\\nContent-Length: 99999999999999999999 | 400",
        "two different lengths          | POST /v1/acks HTTP/1.1\\r\\nContent-Length: 1\\r\\nContent-Length: 2 | 400",
        "an unknown route               | GET /v2/info HTTP/1.1                        | 404",
        "the root                       | GET / HTTP/1.1                               | 404",
        "no path                        | OPTIONS * HTTP/1.1                           | 404",
        "an empty segment               | GET /v1//info HTTP/1.1                       | 404",
        "a slash too many               | GET /v1/info/ HTTP/1.1                       | 404",
        "an unknown method              | BREW /v1/info HTTP/1.1                       | 405",
        "a method of another route      | DELETE /v1/info HTTP/1.1                     | 405",
        "half an encoded byte           | GET /v1/topics/%4 HTTP/1.1                   | 400",
        "an encoded byte that is none   | GET /v1/topics/%zz HTTP/1.1                  | 400",
        "encoded bytes that are no text | GET /v1/topics/%ff%fe HTTP/1.1               | 400",
        "an encoded control character   | GET /v1/topics/a%00b HTTP/1.1                | 400",
        "no text in the query           | GET /v1/topics?cursor=%ff HTTP/1.1           | 400",
        "an unknown parameter           | GET /v1/topics?limits=1 HTTP/1.1             | 400",
        "a parameter in capitals        | GET /v1/topics?LIMIT=1 HTTP/1.1              | 400",
        "a parameter given twice        | GET /v1/topics?limit=1&limit=1 HTTP/1.1      | 400",
        "an empty parameter             | GET /v1/topics?& HTTP/1.1                    | 400",
        "a parameter of a wrong type    | GET /v1/topics?limit=x HTTP/1.1              | 400",
        "a flag that is none            | GET /v1/topics?counts=yes HTTP/1.1           | 400",
        "a state that is none           | GET /v1/topics/a/messages?state=READY HTTP/1.1 | 400",
        "a time that is none            | GET /v1/topics/a/messages?from=now HTTP/1.1  | 400",
        "a time beyond all numbers      | GET /v1/topics/a/messages?from=99999999999999999999 HTTP/1.1 | 400",
        "a cursor that is none          | GET /v1/topics?cursor=%21 HTTP/1.1           | 400",
        "a cursor of a page that is none | GET /v1/topics/a/messages?cursor=x HTTP/1.1 | 400",
        "an id with other parameters    | GET /v1/topics/a/messages?id=a&limit=1 HTTP/1.1 | 400",
        "a parameter where none is      | POST /v1/acks?x=1 HTTP/1.1                   | 400",
        "a topic with the reserved sign | GET /v1/topics/a! HTTP/1.1                   | 400",
        "a namespace with that sign     | GET /v1/namespaces/a!/topics HTTP/1.1        | 400",
      })
  void request_thatIsMalformed_getsACleanAnswer(String what, String head, int status) {
    assertProblem(reply(head.replace("\\r\\n", "\r\n") + "\r\n\r\n"), status);
  }

  @Test
  void request_withAnUrlThatIsTooLong_getsACleanAnswer() {
    assertProblem(reply("GET /v1/topics/" + "x".repeat(9_000) + " HTTP/1.1\r\n\r\n"), 414);
    assertProblem(
        replyInTheEnd("GET /v1/topics/" + "x".repeat(900_000) + " HTTP/1.1\r\n\r\n"), 414);
  }

  @Test
  void request_withANameThatIsTooLong_getsACleanAnswer() {
    assertProblem(reply("GET /v1/topics/" + "x".repeat(300) + " HTTP/1.1\r\n\r\n"), 413);
  }

  @Test
  void request_withHeadersThatAreTooLarge_getsACleanAnswer() {
    String one = "GET /v1/info HTTP/1.1\r\nX: " + "x".repeat(40_000) + "\r\n\r\n";
    String many = "GET /v1/info HTTP/1.1\r\n" + "X: y\r\n".repeat(100_000) + "\r\n";

    assertProblem(replyInTheEnd(one), 431);
    assertProblem(replyInTheEnd(many), 431);
  }

  @Test
  void request_thatDeclaresTooMuch_isRefusedBeforeItIsSent() {
    assertProblem(reply("POST /v1/acks HTTP/1.1\r\nContent-Length: 2000000000\r\n\r\n"), 413);
  }

  @Test
  void request_thatIsTooLarge_getsItsAnswerAlthoughItIsStillSending() {
    String head = "POST /v1/acks HTTP/1.1\r\nContent-Length: 3000000\r\n\r\n";

    assertProblem(replyInTheEnd(head + "x".repeat(3_000_000)), 413);
  }

  @Test
  void request_thatIsTooLarge_mayGoOnSendingAfterItsAnswer() {
    byte[] megabyte = "x".repeat(1_000_000).getBytes(StandardCharsets.UTF_8);
    int tries = 0;
    while (!mayGoOnSending(megabyte)) {
      assertThat(++tries).isLessThan(MOST_TRIES);
    }
  }

  /** False when it took so long that the server was tired of listening. */
  private static boolean mayGoOnSending(byte[] megabyte) {
    try (Wire wire = wire()) {
      wire.send("POST /v1/acks HTTP/1.1\r\nContent-Length: 4000000\r\n\r\n").send(megabyte);
      assertProblem(wire.reply(), 413);

      wire.send(megabyte).send(megabyte).send(megabyte);
      assertThat(wire.ended()).isTrue();
      return true;
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static String chunk(String content) {
    return Integer.toHexString(content.length()) + "\r\n" + content + "\r\n";
  }

  @Test
  void request_inChunksThatAreTooMany_isRefused() {
    String chunk = chunk("x".repeat(65_536));

    assertProblem(
        replyInTheEnd("POST /v1/acks HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
            + chunk.repeat(32)
            + "0\r\n\r\n"),
        413);
  }

  @Test
  void request_inGoodChunks_isTaken() {
    String head = "POST /v1/topics/a/messages HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";

    Wire.Reply reply = reply(head + chunk("{") + chunk("}") + chunk(""));

    assertThat(reply.status()).as(reply.body()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({"zz", "-1", "'1;'", "fffffffffffffffff", "''"})
  void request_inChunksThatAreNone_getsACleanAnswer(String size) {
    String request = "POST /v1/acks HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n" + size + "\r\n";

    try (Wire wire = wire()) {
      assertProblem(wire.send(request + "xxxx\r\n").reply(), 400);
    }
  }

  @Test
  void request_shorterThanItDeclares_isToldSoInTime() {
    try (RestServer impatient =
            RestServer.inMemory(Duration.ofSeconds(1), UnaryOperator.identity());
        Wire wire = new Wire(impatient.port())) {
      wire.send("POST /v1/acks HTTP/1.1\r\nContent-Length: 100\r\n\r\n{}");
      assertProblem(wire.reply(), 408);
    }
  }

  @Test
  void request_shorterThanItDeclares_endsWithItsConnection() {
    try (Wire wire = wire()) {
      wire.send("POST /v1/topics/cut/messages HTTP/1.1\r\nContent-Length: 100\r\n\r\n{}")
          .endOfInput();
      assertThat(wire.ended()).isTrue();
    }
    try (Wire wire = wire()) {
      assertThat(wire.send("GET /v1/topics/cut HTTP/1.1\r\n\r\n").reply().body())
          .contains("\"ready\":0");
    }
  }

  @Test
  void request_longerThanItDeclares_isAnsweredAndTheRestRefused() {
    try (Wire wire = wire()) {
      wire.send(
          "POST /v1/topics/b/messages HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}garbage\r\n\r\n");
      assertThat(wire.reply().status()).isEqualTo(201);
      assertProblem(wire.reply(), 400);
      assertThat(wire.ended()).isTrue();
    }
  }

  @Test
  void requests_oneBehindTheOther_areAnsweredInOrder() {
    try (Wire wire = wire()) {
      wire.send("GET /v1/nothing HTTP/1.1\r\n\r\nGET /v1/info HTTP/1.1\r\n\r\n".repeat(20));
      for (int i = 0; i < 20; i++) {
        assertThat(wire.reply().status()).isEqualTo(404);
        assertThat(wire.reply().status()).isEqualTo(200);
      }
    }
  }

  @Test
  void request_thatExpectsToGoOn_isToldTo() {
    try (Wire wire = wire()) {
      wire.send(
          "POST /v1/topics/c/messages HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n");
      assertThat(wire.reply().status()).isEqualTo(100);
      assertThat(wire.send("{}").reply().status()).isEqualTo(201);
    }
  }

  @Test
  void refusal_ofAMethod_saysWhichThereAre() {
    try (Wire wire = wire()) {
      Wire.Reply reply = wire.send("PATCH /v1/topics/a HTTP/1.1\r\n\r\n").reply();
      assertProblem(reply, 405);
      assertThat(reply.body()).contains("GET, HEAD, PUT, DELETE");
    }
  }

  @Test
  void request_ofHttp10_isAnsweredAndClosed() {
    try (Wire wire = wire()) {
      assertThat(wire.send("GET /v1/info HTTP/1.0\r\n\r\n").reply().status()).isEqualTo(200);
      assertThat(wire.ended()).isTrue();
    }
  }
}
