package io.bide.store.redis;

import io.lettuce.core.RedisFuture;
import io.lettuce.core.api.async.BaseRedisAsyncCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.output.NestedMultiOutput;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The scripts, one for each transition. Their text is in the file of the same name; a line {@code
 * --@include x} stands for the text of {@code x.lua}, and {@code --@define X 1} for a constant.
 */
enum Script {
  PUT,
  CLAIM,
  SETTLE,
  CANCEL,
  RESCHEDULE,
  PEEK,
  ERASE,
  BROWSE,
  STATS,
  REDRIVE,
  PURGE,
  PURGE_STATE,
  CONFIGURE,
  PAUSE,
  SETTINGS,
  SWEEP,
  FORGET,
  LISTED,
  RECORD_SET,
  RECORD_LIST,
  LIST,
  TURNS,
  TURN_AGAIN,
  AGREE,
  CHECK;

  private static final String INCLUDE = "--@include ";
  private static final String DEFINE = "--@define ";

  private final String text = prepare(name().toLowerCase(Locale.ROOT));
  private final String digest = sha1(text);

  /** Whether its effect is what its caller waits for, so that it has to be as durable as promised. */
  boolean changes() {
    return switch (this) {
      case PUT,
          CLAIM,
          SETTLE,
          CANCEL,
          RESCHEDULE,
          ERASE,
          REDRIVE,
          PURGE,
          PURGE_STATE,
          CONFIGURE,
          PAUSE,
          RECORD_SET -> true;
      case PEEK,
          BROWSE,
          STATS,
          SETTINGS,
          SWEEP,
          FORGET,
          LISTED,
          RECORD_LIST,
          LIST,
          TURNS,
          TURN_AGAIN,
          AGREE,
          CHECK -> false;
    };
  }

  /**
   * Sends it, with its text or by the name under which Redis knows it. What the driver calls values it
   * would write into a buffer of its own before it sends them, each; bytes go out as they are.
   */
  RedisFuture<List<Object>> send(
      BaseRedisAsyncCommands<byte[], byte[]> commands,
      boolean withText,
      byte[][] keys,
      byte[][] arguments) {
    CommandArgs<byte[], byte[]> all = new CommandArgs<>(ByteArrayCodec.INSTANCE);
    all.add(Packer.utf8(withText ? text : digest)).add(keys.length).addKeys(keys);
    for (byte[] argument : arguments) {
      all.add(argument);
    }
    return commands.dispatch(
        withText ? CommandType.EVAL : CommandType.EVALSHA,
        new NestedMultiOutput<>(ByteArrayCodec.INSTANCE),
        all);
  }

  /** The whole text, with what it includes. */
  String text() {
    return text;
  }

  /** The text with what it includes and its constants written out; lines that are only comments stay behind. */
  private static String prepare(String name) {
    List<String> lines = new ArrayList<>();
    Map<String, String> constants = new LinkedHashMap<>();
    include(name, lines, constants);
    String names = String.join("|", constants.keySet());
    Pattern constant = Pattern.compile("\\b(" + (names.isEmpty() ? "\\b\\B" : names) + ")\\b");
    return constant
        .matcher(String.join("\n", lines))
        .replaceAll(found -> constants.get(found.group()));
  }

  private static void include(String name, List<String> lines, Map<String, String> constants) {
    for (String line : resource("lua/" + name + ".lua").lines().toList()) {
      if (line.startsWith(INCLUDE)) {
        include(line.substring(INCLUDE.length()), lines, constants);
      } else if (line.startsWith(DEFINE)) {
        String[] definition = line.substring(DEFINE.length()).split(" ", 2);
        constants.put(definition[0], definition[1]);
      } else if (!line.startsWith("--") && !line.isBlank()) {
        lines.add(line);
      }
    }
  }

  private static String resource(String name) {
    try (InputStream stream = Script.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException("the script " + name + " is missing");
      }
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String sha1(String text) {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-1").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-1", e);
    }
  }
}
