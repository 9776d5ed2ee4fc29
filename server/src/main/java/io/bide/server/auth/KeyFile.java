package io.bide.server.auth;

import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The file of keys. One line each, its parts separated by blanks:
 *
 * <pre>
 * name  sha256-of-the-secret  actions      namespace  topic-prefix
 * mail  9f86d081884c7d65...   put,claim    default    mail.
 * root  2c26b46b68ffc68f...   put,operate  *          *
 * </pre>
 *
 * A star stands for all; namespace and prefix are percent-encoded, so that they may hold anything. Lines
 * that begin with {@code #} are comments. The file is replaced as a whole: whoever reads it sees it
 * before or after a change.
 */
public final class KeyFile {
  private static final String ALL = "*";
  private static final String HEAD = """
      # API keys of Bide, as hashes; change it with "bide keys".
      # name sha256 actions namespace topic-prefix
      """;

  private final Path path;

  public KeyFile(Path path) {
    this.path = path.toAbsolutePath();
  }

  public Path path() {
    return path;
  }

  /**
   * The keys; none if there is no file.
   *
   * @throws IOException when it cannot be read, or not be understood: then no key in it can be trusted
   */
  public List<ApiKey> read() throws IOException {
    List<ApiKey> keys = new ArrayList<>();
    int number = 0;
    for (String line : lines()) {
      number++;
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      try {
        keys.add(parse(line));
      } catch (IllegalArgumentException e) {
        throw new IOException(path + " line " + number + " is no key: " + e.getMessage(), e);
      }
    }
    return List.copyOf(keys);
  }

  /** Changes the file; two changes at the same time come one after the other. */
  public void change(UnaryOperator<List<ApiKey>> change) throws IOException {
    createPrivateDirectory(path.getParent());
    Path lock = path.resolveSibling(path.getFileName() + ".lock");
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      // Held until the channel is closed.
      var unused = channel.lock();
      write(change.apply(read()));
    }
  }

  private List<String> lines() throws IOException {
    try {
      return Files.readAllLines(path);
    } catch (NoSuchFileException e) {
      return List.of();
    }
  }

  private void write(List<ApiKey> keys) throws IOException {
    String text = keys.stream().map(KeyFile::format).collect(Collectors.joining("", HEAD, ""));
    Path fresh = Files.createTempFile(
        path.getParent(), path.getFileName().toString(), ".new", ownerOnly("rw-------"));
    try {
      try (FileChannel file = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
        file.force(true);
      }
      Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(fresh);
    }
  }

  private void createPrivateDirectory(@Nullable Path directory) throws IOException {
    if (directory != null && !Files.isDirectory(directory)) {
      Files.createDirectories(directory, ownerOnly("rwx------"));
    }
  }

  private FileAttribute<?>[] ownerOnly(String rights) {
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return posix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(rights))
        }
        : new FileAttribute<?>[0];
  }

  private static String format(ApiKey key) {
    Scope scope = key.scope();
    String namespace = scope.namespace();
    return String.join(
            " ",
            key.name(),
            key.hash(),
            scope.actionWords(),
            namespace == null ? ALL : encode(namespace),
            scope.topicPrefix().isEmpty() ? ALL : encode(scope.topicPrefix()))
        + "\n";
  }

  private static ApiKey parse(String line) {
    String[] parts = line.strip().split(" +", -1);
    if (parts.length != 5) {
      throw new IllegalArgumentException("it has " + parts.length + " parts and not 5");
    }
    String namespace = parts[3].equals(ALL) ? null : decode(parts[3]);
    String prefix = parts[4].equals(ALL) ? "" : decode(parts[4]);
    return new ApiKey(parts[0], parts[1], new Scope(namespace, prefix, actions(parts[2])));
  }

  /**
   * Reads actions, separated by commas.
   *
   * @throws IllegalArgumentException for one that does not exist
   */
  public static Set<Action> actions(String words) {
    return Arrays.stream(words.split(",", -1))
        .map(word -> Arrays.stream(Action.values())
            .filter(action -> action.word().equals(word.strip()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(
                "there is no action \"" + word + "\"; there are put, claim and operate")))
        .collect(Collectors.toSet());
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A");
  }

  private static String decode(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }
}
