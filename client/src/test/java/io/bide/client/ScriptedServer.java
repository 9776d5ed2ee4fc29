package io.bide.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.bide.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A server that answers as a test says, and remembers what it was asked. */
final class ScriptedServer implements AutoCloseable {
  private static final String INFO = "{\"limits\":{\"batch\":1000,\"request\":1000000}}";

  private final HttpServer http;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<Turn> turns = new CopyOnWriteArrayList<>();
  private final BlockingQueue<Turn> unseen = new LinkedBlockingQueue<>();
  private volatile Consumer<Turn> script;

  ScriptedServer(Consumer<Turn> script) {
    this.script = script;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    http.setExecutor(threads);
    http.createContext("/", this::take);
    http.start();
  }

  /** One request, to be answered now or later. */
  static final class Turn {
    private final HttpExchange exchange;
    private final String body;

    private Turn(HttpExchange exchange) throws IOException {
      this.exchange = exchange;
      this.body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    }

    String line() {
      return exchange.getRequestMethod() + " " + exchange.getRequestURI();
    }

    String header(String name) {
      return exchange.getRequestHeaders().getFirst(name);
    }

    String body() {
      return body;
    }

    /** How many objects there are in the array. */
    int items() {
      return body.split("\"token\"|\"receipt\"", -1).length - 1;
    }

    void reply(int status, String json) {
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      try (exchange) {
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    void problem(int status, String code) {
      reply(status, "{\"code\":\"" + code + "\",\"detail\":\"as scripted\"}");
    }

    /** Answers every item in the same way. */
    void results(String result) {
      reply(
          200,
          "{\"results\":[" + String.join(",", java.util.Collections.nCopies(items(), result))
              + "]}");
    }

    void stored() {
      results("{\"status\":\"stored\",\"id\":\"i\",\"topic\":\"t\",\"created\":1,\"due\":1}");
    }

    /** Closes the connection without an answer. */
    void hangUp() {
      exchange.close();
    }
  }

  private void take(HttpExchange exchange) throws IOException {
    Turn turn = new Turn(exchange);
    if (turn.line().equals("GET /v1/info")) {
      turn.reply(200, INFO);
      return;
    }
    // The script as it was when the request came: whoever is told of it may change that at once.
    Consumer<Turn> now = script;
    turns.add(turn);
    unseen.add(turn);
    now.accept(turn);
  }

  void script(Consumer<Turn> next) {
    script = next;
  }

  String url() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  /** All requests so far, besides those for the limits. */
  List<Turn> turns() {
    return turns;
  }

  void forget() {
    turns.clear();
    unseen.clear();
  }

  /** The next request that nobody has waited for. */
  Turn next() {
    return Await.value(CompletableFuture.supplyAsync(this::poll, threads));
  }

  private Turn poll() {
    try {
      Turn turn = unseen.poll(60, TimeUnit.SECONDS);
      if (turn == null) {
        throw new AssertionError("no request has come");
      }
      return turn;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
