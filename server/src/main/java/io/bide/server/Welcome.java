package io.bide.server;

import java.nio.file.Path;
import java.util.stream.Collectors;

/** What the server says when it is ready: where it is, what it does, and how to try it. */
final class Welcome {
  private static final int COLUMN = 12;

  private final Node.Facts node;

  Welcome(Node.Facts node) {
    this.node = node;
  }

  String text() {
    return String.join(
        System.lineSeparator(),
        "Bide " + node.version() + " is ready.",
        "  address     " + node.address() + ownAddresses(),
        "  store       " + node.store(),
        "  durability  " + node.durability(),
        "  data        " + node.data(),
        "  keys        " + keys(),
        "",
        "Put a message that is due in 3 seconds, then wait for it:",
        "  " + curl("{\"body\": \"hello\", \"delay\": \"3s\"}", "messages"),
        "  " + curl("{\"wait\": \"20s\"}", "claims"),
        "");
  }

  private String ownAddresses() {
    return node.ownAddresses().entrySet().stream()
        .map(own -> System.lineSeparator() + "  " + own.getKey()
            + " ".repeat(Math.max(1, COLUMN - own.getKey().length())) + own.getValue())
        .collect(Collectors.joining());
  }

  private String keys() {
    return node.keysNeeded()
        ? "needed; set BIDE_KEY to one for the lines below"
        : "not needed; make one with \"bide keys add NAME\"";
  }

  private String curl(String json, String what) {
    Path certificate = node.certificate();
    return "curl"
        + (certificate == null ? "" : " --cacert '" + certificate + "'")
        + (node.keysNeeded() ? " -H \"Authorization: Bearer $BIDE_KEY\"" : "")
        + " -d '" + json + "' " + node.address() + "/v1/topics/demo/" + what;
  }
}
