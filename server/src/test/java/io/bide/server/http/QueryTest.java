package io.bide.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.bide.dialect.Refusal;
import io.vertx.core.MultiMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryTest {
  @Test
  void parse_ofNothing_isEmpty() {
    assertThat(Query.parse(null).isEmpty()).isTrue();
    assertThat(Query.parse("").isEmpty()).isTrue();
  }

  @Test
  void parse_decodesNamesAndValues() {
    MultiMap query = Query.parse("a=1&b=%C3%BC+%2B&%63=x=y&d&a=2");

    assertThat(query.getAll("a")).containsExactly("1", "2");
    assertThat(query.get("b")).isEqualTo("ü +");
    assertThat(query.get("c")).isEqualTo("x=y");
    assertThat(query.get("d")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a=%", "a=%4", "%zz=1", "a=%ff", "a=1&b=%C3"})
  void parse_ofWhatIsNoText_isRefused(String query) {
    assertThatThrownBy(() -> Query.parse(query))
        .isInstanceOf(Refusal.class)
        .hasMessageStartingWith("the query ");
  }
}
