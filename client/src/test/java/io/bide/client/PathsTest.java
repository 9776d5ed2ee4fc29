package io.bide.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.Topic;
import org.junit.jupiter.api.Test;

class PathsTest {
  @Test
  void topic_ofTheDefaultNamespace_isShort() {
    assertThat(Paths.topic(Topic.of("orders"))).isEqualTo("/v1/topics/orders");
    assertThat(Paths.topic(Topic.of("eu", "orders"))).isEqualTo("/v1/namespaces/eu/topics/orders");
  }

  @Test
  void names_areEncodedAsOneSegment() {
    assertThat(Paths.topic(Topic.of("a b/c+ü"))).isEqualTo("/v1/topics/a%20b%2Fc%2B%C3%BC");
    assertThat(Paths.topic(Topic.of(".."))).isEqualTo("/v1/topics/%2E%2E");
    assertThat(Paths.message(Topic.of("t"), "a&b=?#"))
        .isEqualTo("/v1/topics/t/messages?id=a%26b%3D%3F%23");
  }
}
