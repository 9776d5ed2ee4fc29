package io.bide.bench.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class RequestsTest {
  private static final Target TARGET = new Target("127.0.0.1", 9277, "", Dialect.REST);

  private static String text(ByteBuffer request) {
    return StandardCharsets.US_ASCII.decode(request.duplicate()).toString();
  }

  private static String content(ByteBuffer request) {
    String text = text(request);
    return text.substring(text.indexOf("\r\n\r\n") + 4);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Test
  void post_tellsTheLengthOfItsContent() {
    assertThat(text(new Post(TARGET, "/v1/acks").with(bytes("0123456789"))))
        .isEqualTo("POST /v1/acks HTTP/1.1\r\nHost: 127.0.0.1:9277\r\n"
            + "Content-Type: application/json\r\nContent-Length: 10\r\n\r\n0123456789");
  }

  @Test
  void post_growsWithItsContent() {
    Post post = new Post(TARGET, "/v1/acks");
    assertThat(content(post.with(bytes("x".repeat(5_000))))).hasSize(5_000);
    assertThat(content(post.with(bytes("xy")))).isEqualTo("xy");
  }

  @Test
  void aKey_isSentAsBearerToken() {
    Target target = Target.parse("http://localhost:8080/", "secret");
    assertThat(text(new Post(target, "/").with(bytes(""))))
        .contains("\r\nAuthorization: Bearer secret\r\n");
  }

  @Test
  void put_hasANewIdEachTime() {
    PutRequest put = new PutRequest(TARGET, "t", 1, 5, When.NOW);
    String first = content(put.next());
    String second = content(put.next());
    assertThat(first)
        .matches("\\{\"id\":\"[0-9a-f]{16}\",\"body\":\"bide \",\"delay\":0}")
        .isNotEqualTo(second);
  }

  @Test
  void putOfSeveral_hasAnArrayWithAnIdForEach() {
    assertThat(content(new PutRequest(TARGET, "t", 3, 1, When.TOMORROW).next()))
        .matches("\\[(\\{\"id\":\"[0-9a-f]{16}\",\"body\":\"b\",\"delay\":86400000},?){3}]")
        .doesNotContain("#");
  }

  @Test
  void putThatIsDueSoon_hasADelayOfOneToFiveSeconds() {
    PutRequest put = new PutRequest(TARGET, "t", 1, 1, When.SOON);
    for (int i = 0; i < 1_000; i++) {
      assertThat(content(put.next())).matches(".*\"delay\":[1-4]\\d{3}}");
    }
  }

  @Test
  void ack_isAnObjectForOneAndAnArrayForAll() {
    AckRequest acks = new AckRequest(TARGET, "t");
    assertThat(content(acks.of(List.of(bytes("r1"))))).isEqualTo("{\"receipt\":\"r1\"}");
    assertThat(content(acks.of(List.of(bytes("r1"), bytes("r2")))))
        .isEqualTo("[{\"receipt\":\"r1\"},{\"receipt\":\"r2\"}]");
  }

  @Test
  void camellia_putsAForm() {
    PutRequest put = new PutRequest(TARGET.in(Dialect.CAMELLIA), "t", 5, 7, When.TOMORROW);

    assertThat(text(put.next()))
        .startsWith("POST /camellia/delayQueue/sendMsg HTTP/1.1\r\n")
        .contains("\r\nContent-Type: application/x-www-form-urlencoded\r\n");
    assertThat(content(put.next()))
        .matches("topic=t&msgId=[0-9a-f]{16}&msg=bide\\+bi&ttlMillis=-1&maxRetry=-1"
            + "&delayMillis=86400000");
  }

  @Test
  void camellia_putForAnInstant_hasTheDelayThatIsLeft() {
    When due = When.at(System.currentTimeMillis() + 3_600_000);
    PutRequest put = new PutRequest(TARGET.in(Dialect.CAMELLIA), "t", 1, 1, due);

    String delay = content(put.next()).replaceAll(".*delayMillis=", "");

    assertThat(delay).hasSize(8);
    assertThat(Long.parseLong(delay)).isBetween(3_000_000L, 3_600_000L);
  }

  @Test
  void camellia_pullsAndAcksByForm() {
    Speech speech = Dialect.CAMELLIA.speech();
    AckRequest acks = new AckRequest(TARGET.in(Dialect.CAMELLIA), "t");

    assertThat(content(acks.of(List.of(bytes("a"))))).isEqualTo("topic=t&ack=true&msgId=a");
    assertThat(speech.claimPath("t", 0)).endsWith("/pullMsg");
    assertThat(speech.claimPath("t", 10)).endsWith("/longPollingMsg");
    assertThat(speech.claim("t", 10, 20))
        .isEqualTo("topic=t&batch=10&ackTimeoutMillis=-1&longPollingTimeoutMillis=20");
  }
}
