package io.bide.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyFileTest {
  @TempDir
  Path directory;

  private KeyFile file;

  @BeforeEach
  void setUp() {
    file = new KeyFile(directory.resolve("data/auth.keys"));
  }

  @Test
  void read_whatWasWritten_givesItBack() throws IOException {
    List<ApiKey> keys = List.of(
        ApiKey.of("all", "s1", new Scope(null, "", Set.of(Action.values()))),
        ApiKey.of("odd", "s2", new Scope("a b*/ü", "*50% off ", Set.of(Action.CLAIM))));

    file.change(none -> keys);

    assertThat(file.read()).isEqualTo(keys);
  }

  @Test
  void read_withoutAFile_givesNone() throws IOException {
    assertThat(file.read()).isEmpty();
  }

  @Test
  void change_leavesAFileAndADirectoryForTheOwnerOnly_withoutTheSecret() throws IOException {
    String secret = ApiKey.newSecret(new SecureRandom());

    add(ApiKey.of("x", secret, new Scope(null, "", Set.of(Action.PUT))));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(
            Files.getPosixFilePermissions(file.path().getParent())))
        .isEqualTo("rwx------");
    assertThat(Files.readString(file.path())).doesNotContain(secret);
  }

  @Test
  void change_thatFails_leavesTheFileAndNothingElse() throws IOException {
    add(ApiKey.of("x", "s", new Scope(null, "", Set.of(Action.PUT))));
    String before = Files.readString(file.path());

    assertThatThrownBy(() -> file.change(keys -> {
          throw new IllegalStateException("no");
        }))
        .isInstanceOf(IllegalStateException.class);

    assertThat(Files.readString(file.path())).isEqualTo(before);
    try (var left = Files.list(file.path().getParent())) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("auth.keys", "auth.keys.lock");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "name",
        "name hash put * *",
        "name e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 fly * *",
        "na/me e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 put * *",
        "name e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 put * * more",
      })
  void read_ofWhatIsNoKey_failsAndNamesTheLine(String line) throws IOException {
    Files.createDirectories(file.path().getParent());
    Files.writeString(file.path(), "# comment\n\n" + line + "\n");

    assertThatThrownBy(file::read)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file.path() + " line 3 is no key: ");
  }

  @Test
  void newSecret_has256BitsAndIsNeverTheSame() {
    SecureRandom random = new SecureRandom();

    assertThat(ApiKey.newSecret(random)).matches("bide_[A-Za-z0-9_-]{43}");
    assertThat(ApiKey.newSecret(random)).isNotEqualTo(ApiKey.newSecret(random));
  }

  private void add(ApiKey key) throws IOException {
    file.change(keys -> {
      List<ApiKey> more = new ArrayList<>(keys);
      more.add(key);
      return more;
    });
  }
}
