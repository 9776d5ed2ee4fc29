package io.bide.bench.bed;

/** The name of a store, which may be a URL with a password in it. */
public final class StoreName {
  private StoreName() {}

  /** Without user and password. */
  public static String safe(String store) {
    return store.replaceFirst("//.*@", "//***@");
  }
}
