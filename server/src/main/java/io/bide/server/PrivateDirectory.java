package io.bide.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** A directory that only its owner may enter. One that is there already keeps its rights. */
final class PrivateDirectory {
  private PrivateDirectory() {}

  static void create(Path path) throws IOException {
    if (Files.isDirectory(path)) {
      return;
    }
    boolean posix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    Files.createDirectories(
        path,
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0]);
  }
}
