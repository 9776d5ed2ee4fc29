package io.bide.server.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.bide.DelayQueue;
import io.bide.engine.Engine;
import io.bide.engine.EngineConfig;
import io.bide.testing.ManualClock;
import io.bide.testing.MemoryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeyRingTest {
  private static final ApiKey A = ApiKey.of("a", "secret-a", scope());
  private static final ApiKey B = ApiKey.of("b", "secret-b", scope());

  @TempDir
  Path directory;

  private KeyFile file;
  private DelayQueue queue;

  @BeforeEach
  void setUp() {
    ManualClock clock = new ManualClock();
    queue = Engine.start(new MemoryStore(clock), EngineConfig.DEFAULT, clock, clock);
    file = new KeyFile(directory.resolve("auth.keys"));
  }

  @AfterEach
  void tearDown() {
    queue.close();
  }

  private static Scope scope() {
    return new Scope(null, "", Set.of(Action.PUT));
  }

  @Test
  void find_ofEachKey_findsItsHolder_andOfOthersNobody() {
    try (KeyRing ring = new KeyRing(file, List.of(A, B), queue)) {
      assertThat(ring.find("secret-a")).isPresent();
      assertThat(ring.find("secret-b")).isPresent().isNotEqualTo(ring.find("secret-a"));
      assertThat(ring.find("secret-c")).isEmpty();
      assertThat(ring.find(A.hash())).isEmpty();
      assertThat(ring.find("")).isEmpty();
    }
  }

  @Test
  void runOnce_afterTheFileHasChanged_followsIt() throws IOException {
    try (KeyRing ring = new KeyRing(file, List.of(), queue)) {
      assertThat(ring.locked()).isFalse();

      file.change(keys -> List.of(A));
      ring.runOnce();
      assertThat(ring.locked()).isTrue();
      assertThat(ring.find("secret-a")).isPresent();

      file.change(keys -> List.of(B));
      ring.runOnce();
      assertThat(ring.find("secret-a")).isEmpty();
      assertThat(ring.find("secret-b")).isPresent();
    }
  }

  @Test
  void runOnce_afterTheLastKeyIsGone_letsNobodyIn() throws IOException {
    file.change(keys -> List.of(A));
    try (KeyRing ring = new KeyRing(file, file.read(), queue)) {
      Files.delete(file.path());
      ring.runOnce();

      assertThat(ring.find("secret-a")).isEmpty();
      assertThat(ring.locked()).isTrue();
    }
  }

  @Test
  void runOnce_withAFileThatCannotBeUnderstood_keepsTheKeys() throws IOException {
    file.change(keys -> List.of(A));
    try (KeyRing ring = new KeyRing(file, file.read(), queue)) {
      Files.writeString(file.path(), "garbage\n");
      ring.runOnce();

      assertThat(ring.find("secret-a")).isPresent();
    }
  }
}
