package io.bide.engine.push;

import java.net.InetAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Finds the addresses of hosts. Thread-safe; does not block. */
@FunctionalInterface
public interface Names {
  /** All addresses of a host, in order of preference; fails when it is not known. */
  CompletableFuture<List<InetAddress>> addresses(String host);
}
