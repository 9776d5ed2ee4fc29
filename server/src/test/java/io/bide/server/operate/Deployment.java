package io.bide.server.operate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files in {@code deploy}. */
final class Deployment {
  /** The repository; tests run in the directory of their module. */
  static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  private Deployment() {}

  static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve("deploy").resolve(file));
  }
}
