package io.bide.engine.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.BideException;
import io.bide.Endpoint;
import io.bide.ErrorCode;
import io.bide.engine.push.Courier.Undelivered;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody can make the server call what only the server can reach. */
class AddressPolicyTest {
  private static final String PUBLIC = "93.184.216.34";

  /** Names lead where the name says: {@code to-10.0.0.1.example.com} to 10.0.0.1. */
  private static CompletableFuture<List<InetAddress>> fakeNames(String host) {
    try {
      String address = host.startsWith("to-")
          ? host.substring(3, host.indexOf(".example")).replace('x', ':')
          : host.toLowerCase(Locale.ROOT).startsWith("localhost") ? "127.0.0.1" : PUBLIC;
      return CompletableFuture.completedFuture(List.of(InetAddress.getAllByName(address)));
    } catch (Exception e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static StoredSubscriptions subscriptions(AddressPolicy policy) {
    Destinations destinations = new Destinations(AddressPolicyTest::fakeNames, policy);
    Post post = new Post(new FakeCourier(), null, () -> Instant.EPOCH, () -> 0);
    return new StoredSubscriptions(
        new MemoryStore(new ManualClock()).records(),
        destinations,
        false,
        post,
        () -> Instant.EPOCH);
  }

  private static void check(String url, String... allowed) {
    AddressPolicy policy =
        new AddressPolicy(Arrays.stream(allowed).map(Network::parse).toList());
    Endpoint endpoint = Endpoint.Url.parse("POST", url);
    try {
      subscriptions(policy).check(endpoint).join();
    } catch (CompletionException e) {
      throw (RuntimeException) e.getCause();
    }
  }

  static List<String> hostile() {
    return HostileUrls.ALL;
  }

  @Test
  void table_isLong() {
    assertThat(HostileUrls.ALL).hasSizeGreaterThanOrEqualTo(100).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void check_ofAHostileUrl_refusesItAndSaysWhy(String url) {
    assertThatThrownBy(() -> check(url)).isInstanceOfSatisfying(BideException.class, error -> {
      assertThat(error.code()).isEqualTo(ErrorCode.INVALID);
      assertThat(error.field()).isEqualTo("url");
    });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://example.com/",
        "https://example.com:8443/a/b?c=d%20e",
        "http://93.184.216.34/",
        "http://8.8.8.8:80",
        "https://[2606:4700:4700::1111]/dns",
        "https://[64:ff9b::808:808]/",
        "https://[2002:808:808::1]/",
        "https://xn--bcher-kva.example/",
        "https://a-b.c-d.example.com./x",
        "HTTPS://EXAMPLE.COM/",
        "http://1.example.com/",
        "http://to-8.8.8.8.example.com/"
      })
  void check_ofAPublicUrl_passes(String url) {
    check(url);
  }

  @Test
  void check_ofANameThatIsNotKnown_passesForNow() {
    check("http://to-nowhere.example.com/");
  }

  @Test
  void allowed_isWhatIsListedAndNothingElse() {
    check("http://127.0.0.1:8080/", "127.0.0.0/8");
    check("http://localhost/", "127.0.0.0/8");
    check("http://[::ffff:127.0.0.1]/", "127.0.0.0/8");
    check("http://10.1.2.3/", "192.168.0.0/16", "10.1.0.0/16");
    check("http://[::1]/", "::1");
    assertThatThrownBy(() -> check("http://[::1]/", "127.0.0.0/8"))
        .hasMessageContaining("loopback");
    assertThatThrownBy(() -> check("http://10.2.0.1/", "10.1.0.0/16"))
        .hasMessageContaining("10.2.0.1 is a private address");
  }

  /** The IPv4 address inside is allowed, the private network around it is not. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://[fd12:3456::5efe:127.0.0.1]/",
        "http://[fe80::5efe:127.0.0.1]/",
        "http://[fc00::200:5efe:7f00:1]/"
      })
  void allowedAddress_insideAnotherNetwork_opensNoOther(String url) {
    assertThatThrownBy(() -> check(url, "127.0.0.0/8")).isInstanceOf(BideException.class);
  }

  @Test
  void allowedNetwork_opensNothingThatItsAddressesLeadTo() {
    check("http://[64:ff9b::7f00:1]/", "127.0.0.0/8");
    check("http://[fd12:3456::1]/", "fd12:3456::/32");
    assertThatThrownBy(() -> check("http://[fd12:3456::5efe:169.254.169.254]/", "fd12:3456::/32"))
        .hasMessageContaining("metadata");
  }

  /** What gets past the reader of URLs does not get past the one who connects. */
  @ParameterizedTest
  @MethodSource("hostileAddresses")
  void connect_toAHostileAddress_isRefusedToo(String url) {
    Destinations destinations =
        new Destinations(AddressPolicyTest::fakeNames, AddressPolicy.DEFAULT);
    assertThat(destinations.of(URI.create(url), false))
        .failsWithin(Duration.ofSeconds(30))
        .withThrowableOfType(ExecutionException.class)
        .withCauseInstanceOf(Undelivered.class);
  }

  /** Those that are an address, or a name that leads to one. */
  static List<String> hostileAddresses() {
    String octet = "(0|[1-9][0-9]{0,2})";
    String host = "to-.*|\\[[0-9a-f:]+(:[0-9.]+)?]|" + octet + "(\\." + octet + "){3}";
    return HostileUrls.ALL.stream()
        .filter(url -> url.matches("https?://(" + host + ")(:[0-9]+)?/.*"))
        .toList();
  }

  @Test
  void error_saysWhichAddressAndWhatToDo() {
    assertThatThrownBy(() -> check("http://to-169.254.169.254.example.com/"))
        .hasMessage(
            "url is not allowed: the host to-169.254.169.254.example.com must not be called:"
                + " 169.254.169.254 is an address of cloud metadata; an operator can allow its network by"
                + " the setting push.allow");
  }

  @Test
  void instance_mayBePrivate_butNotLinkLocalOrMetadata() throws Exception {
    AddressPolicy policy = AddressPolicy.DEFAULT;
    assertThat(policy.objectionToInstance(InetAddress.getByName("10.0.0.1"))).isEmpty();
    assertThat(policy.objectionToInstance(InetAddress.getByName("127.0.0.2"))).isEmpty();
    for (String never : List.of(
        "169.254.169.254",
        "169.254.1.1",
        "fe80::1",
        "fd00:ec2::254",
        "::ffff:169.254.169.254",
        "64:ff9b::a9fe:a9fe",
        "100.100.100.200",
        "168.63.129.16")) {
      assertThat(policy.objectionToInstance(InetAddress.getAllByName(never)[0]))
          .as(never)
          .isPresent();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "10.0.0.0/33",
        "10.0.0.1/8",
        "localhost",
        "10.0.0/8",
        "::/129",
        "10.0.0.0/",
        "10.0.0.0/-1",
        "300.0.0.0/8",
        "all",
        "::1/64",
        "1.2.3.4/x"
      })
  void network_thatIsNone_isRefused(String text) {
    assertThatThrownBy(() -> Network.parse(text)).isInstanceOf(BideException.class);
  }

  @Test
  void nameWithSeveralAddresses_isCalledOnlyAtAllowedOnes() throws Exception {
    List<InetAddress> both =
        List.of(InetAddress.getByName("10.0.0.1"), InetAddress.getByName(PUBLIC));
    Destinations destinations =
        new Destinations(host -> CompletableFuture.completedFuture(both), AddressPolicy.DEFAULT);

    assertThat(destinations.of(URI.create("http://both.example.com/"), false).join())
        .containsExactly(both.get(1));
  }
}
