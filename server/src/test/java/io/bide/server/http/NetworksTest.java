package io.bide.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.vertx.core.net.SocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworksTest {
  @ParameterizedTest
  @CsvSource({
    "nobody, 127.0.0.1, false",
    "loopback, 127.0.0.1, true",
    "loopback, 127.255.255.255, true",
    "loopback, 128.0.0.1, false",
    "loopback, ::1, true",
    "loopback, 0:0:0:0:0:0:0:1, true",
    "loopback, ::2, false",
    "loopback, ::ffff:127.0.0.1, true",
    "10.1.0.0/16, 10.1.255.3, true",
    "10.1.0.0/16, 10.2.0.0, false",
    "10.1.0.0/16, ::ffff:10.1.2.3, true",
    "192.168.7.4, 192.168.7.4, true",
    "192.168.7.4, 192.168.7.5, false",
    "192.168.7.4/31, 192.168.7.5, true",
    "192.168.7.4/31, 192.168.7.6, false",
    "0.0.0.0/0, 8.8.8.8, true",
    "0.0.0.0/0, 2001:db8::1, false",
    "2001:db8::/33, 2001:db8:7fff::1, true",
    "2001:db8::/33, 2001:db8:8000::1, false",
    "fe80::/10, fe80::1%eth0, true",
    "'loopback, 10.0.0.0/8', 10.9.8.7, true",
    "'loopback, 10.0.0.0/8', 127.0.0.1, true",
    "'loopback, 10.0.0.0/8', 11.0.0.0, false"
  })
  void contains_ofAnAddress(String networks, String address, boolean expected) {
    assertThat(Networks.parse(networks).contains(address)).isEqualTo(expected);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        ",",
        "everybody",
        "localhost",
        "10.0.0",
        "10.0.0.0/33",
        "10.0.0.0/-1",
        "10.0.0.0/",
        "10.0.0.0/x",
        "::/129",
        "10.0.0.0/8,",
        "nobody,loopback",
        "10.0.0.256"
      })
  void parse_ofAnythingElse_isRefusedWithItsWords(String text) {
    assertThatThrownBy(() -> Networks.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no ");
  }

  @ParameterizedTest
  @CsvSource({
    "loopback, true",
    "127.0.0.1, true",
    "'::1,127.3.0.0/16', true",
    "126.0.0.0/7, false",
    "'loopback,10.0.0.1', false",
    "::/0, false"
  })
  void isLoopback_onlyIfNobodyElseIsInIt(String networks, boolean expected) {
    assertThat(Networks.parse(networks).isLoopback()).isEqualTo(expected);
  }

  @Test
  void contains_ofAPeerWithoutAddress_isFalse() {
    Networks all = Networks.parse("0.0.0.0/0,::/0");

    assertThat(all.contains((SocketAddress) null)).isFalse();
    assertThat(all.contains(SocketAddress.domainSocketAddress("/tmp/socket"))).isFalse();
    assertThat(all.contains(SocketAddress.inetSocketAddress(80, "10.0.0.1"))).isTrue();
  }
}
