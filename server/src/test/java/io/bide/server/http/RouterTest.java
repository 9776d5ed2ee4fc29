package io.bide.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.dialect.Call;
import io.bide.dialect.Dialect;
import io.bide.dialect.Refusal;
import io.bide.dialect.Right;
import io.bide.dialect.Route;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RouterTest {
  private record Named(String name, List<Route> routes) implements Dialect {
    @Override
    public void fail(Call call, Throwable failure) {
      throw new AssertionError(failure);
    }

    @Override
    public List<String> grounds() {
      return name.equals("second") ? List.of("/queue", "/old/home") : List.of();
    }
  }

  private static final Named FIRST = new Named(
      "first",
      List.of(
          get("/"),
          get("/topics"),
          get("/topics/{topic}"),
          Route.put("/topics/{topic}", Right.ANY, call -> {}),
          get("/topics/{topic}/messages/{id}"),
          get("/topics/{topic}/messages/all")));
  private static final Named SECOND = new Named(
      "second",
      List.of(
          get("/topics/special/{x}/{id}"),
          get("/queue/{a}/{b}/end"),
          Route.any("/queue/push", Right.ANY, call -> {})));

  private final Router router = new Router(List.of(FIRST, SECOND));

  private static Route get(String path) {
    return Route.get(path, Right.ANY, call -> {});
  }

  private Router.Match find(String path) {
    return router.find(HttpMethod.GET, path);
  }

  private static String path(Router.Match match) {
    return Objects.requireNonNull(match.entry()).route().path();
  }

  private static Refusal refusal(Router.Match match) {
    return Objects.requireNonNull(match.refusal());
  }

  @ParameterizedTest
  @CsvSource({
    "/, /",
    "/topics, /topics",
    "/topics/a, /topics/{topic}",
    "/topics/special, /topics/{topic}",
    "/topics/a/messages/b, /topics/{topic}/messages/{id}",
    "/topics/a/messages/all, /topics/{topic}/messages/all",
    "/topics/special/y/z, /topics/special/{x}/{id}",
    "/topics/special/messages/b, /topics/special/{x}/{id}",
    "/queue/1/2/end, /queue/{a}/{b}/end"
  })
  void find_ofAPath_givesTheMostLiteralRoute(String path, String route) {
    assertThat(path(find(path))).isEqualTo(route);
  }

  @Test
  void find_givesWhatStandsInPlaceOfTheNames() {
    Router.Match match = find("/topics/a%2Fb+c/messages/%C3%BC%20");

    assertThat(match.value("topic")).isEqualTo("a/b+c");
    assertThat(match.value("id")).isEqualTo("ü ");
    assertThatThrownBy(() -> match.value("none")).hasMessageContaining("{none}");
  }

  @Test
  void find_afterAWrongTurn_hasTheRightValues() {
    Router.Match match = find("/topics/special/messages/x");

    assertThat(match.value("x")).isEqualTo("messages");
    assertThat(match.value("id")).isEqualTo("x");
    assertThat(match.dialect()).isEqualTo(SECOND);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "topics",
        "*",
        "//",
        "/topics/",
        "/topics//",
        "/nothing",
        "/queues",
        "/old",
        "/old/homes"
      })
  void find_ofNoRoute_isRefusedByTheFirstDialect(String path) {
    Router.Match match = find(path);

    assertThat(refusal(match).status()).isEqualTo(404);
    assertThat(refusal(match).code()).isEqualTo("no-such-route");
    assertThat(match.dialect()).isEqualTo(FIRST);
    assertThat(match.entry()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/queue", "/queue/", "/queue/1/2", "/queue/push/", "/old/home", "/old/home/x"})
  void find_ofNoRouteOnTheGroundOfADialect_isRefusedByIt(String path) {
    Router.Match match = find(path);

    assertThat(refusal(match).status()).isEqualTo(404);
    assertThat(match.dialect()).isEqualTo(SECOND);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD", "POST", "DELETE", "OPTIONS", "BREW"})
  void find_ofARouteForAnyMethod_isFoundByEach(String method) {
    Router.Match match = router.find(HttpMethod.valueOf(method), "/queue/push");

    assertThat(path(match)).isEqualTo("/queue/push");
    assertThat(Objects.requireNonNull(match.entry()).label()).isEqualTo("ANY /queue/push");
  }

  @Test
  void find_ofNoPath_isRefused() {
    assertThat(refusal(router.find(HttpMethod.CONNECT, null)).status()).isEqualTo(404);
  }

  @Test
  void find_ofAnotherMethod_saysWhichThereAre() {
    Refusal refusal = refusal(router.find(HttpMethod.DELETE, "/topics/a"));

    assertThat(refusal.status()).isEqualTo(405);
    assertThat(refusal.headers()).containsEntry("Allow", "GET, HEAD, PUT");
  }

  @Test
  void find_ofHead_isThatOfGet() {
    assertThat(path(router.find(HttpMethod.HEAD, "/topics/a"))).isEqualTo("/topics/{topic}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%", "%4", "%zz", "%ff", "%C3", "a%ED%A0%80"})
  void find_ofASegmentThatIsNoText_isRefused(String segment) {
    Refusal refusal = refusal(find("/topics/" + segment));

    assertThat(refusal.status()).isEqualTo(400);
    assertThat(refusal.reason()).startsWith("the path ");
  }

  @Test
  void routes_thatAreTheSame_areRefused() {
    Named other = new Named("other", List.of(get("/topics/{name}")));

    assertThatThrownBy(() -> new Router(List.of(FIRST, other)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("GET /topics/{name} of other");
  }
}
