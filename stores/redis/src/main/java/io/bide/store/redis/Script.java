package io.bide.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The scripts, one for each transition. Their text is in the file of the same name; a line {@code
 * --@include x} stands for the text of {@code x.lua}.
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
  TURNS,
  CHECK;

  private static final String INCLUDE = "--@include ";

  private final String text = read(name().toLowerCase(Locale.ROOT));
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
      case PEEK, BROWSE, STATS, SETTINGS, SWEEP, FORGET, LISTED, RECORD_LIST, TURNS, CHECK -> false;
    };
  }

  /** The whole text, with what it includes. */
  String text() {
    return text;
  }

  /** The name under which Redis knows the script. */
  String digest() {
    return digest;
  }

  private static String read(String name) {
    return resource("lua/" + name + ".lua")
        .lines()
        .map(line -> line.startsWith(INCLUDE) ? read(line.substring(INCLUDE.length())) : line)
        // Comments stay: an operator who meets a script in MONITOR or a stack trace can read it.
        .collect(Collectors.joining("\n"));
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
