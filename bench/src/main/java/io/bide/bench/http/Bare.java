package io.bide.bench.http;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.net.SocketAddress;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The ceiling: a Vert.x server that reads requests and writes answers as the real one does, and
 * remembers nothing. It runs in a process of its own.
 */
final class Bare extends VerticleBase {
  private static final int CREATED = 201;
  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final String TOPICS = "/v1/topics/";

  private final AtomicInteger port;
  private final BareJson json = new BareJson();
  private final BareForm form = new BareForm();

  private Bare(AtomicInteger port) {
    this.port = port;
  }

  /** Says on which port it listens; the argument is how many event loops it has. */
  public static void main(String[] args) throws InterruptedException {
    int loops = Integer.parseInt(args[0]);
    System.out.println("port " + open(loops));
    Thread.currentThread().join();
  }

  /** Opens one on any free port. */
  static int open(int loops) {
    Vertx vertx = Vertx.vertx(new VertxOptions().setPreferNativeTransport(true));
    AtomicInteger port = new AtomicInteger();
    Future<?> all = Future.succeededFuture();
    for (int i = 0; i < loops; i++) {
      all = all.compose(v -> vertx.deployVerticle(new Bare(port), new DeploymentOptions()));
    }
    all.toCompletionStage().toCompletableFuture().join();
    return port.get();
  }

  @Override
  public Future<?> start() {
    return vertx
        .createHttpServer()
        .requestHandler(this::take)
        // All loops share the port that the first one is given.
        .listen(SocketAddress.sharedRandomPort(1, "127.0.0.1"))
        .onSuccess(server -> port.set(server.actualPort()));
  }

  private void take(HttpServerRequest request) {
    Buffer[] body = {Buffer.buffer()};
    request.handler(chunk -> body[0] = body[0].length() == 0 ? chunk : body[0].appendBuffer(chunk));
    request.endHandler(v -> answer(request, body[0].getBytes()));
  }

  private void answer(HttpServerRequest request, byte[] body) {
    String path = request.path();
    if (path.startsWith(TOPICS) && path.endsWith("/messages")) {
      String topic = path.substring(TOPICS.length(), path.length() - "/messages".length());
      byte[] answer = json.put(topic, body);
      end(request, answer[2] == 'r' ? OK : CREATED, answer);
    } else if (path.startsWith(TOPICS) && path.endsWith("/claims")) {
      String topic = path.substring(TOPICS.length(), path.length() - "/claims".length());
      end(request, OK, json.claim(topic, body));
    } else if (path.equals("/v1/acks")) {
      end(request, OK, json.ack(body));
    } else if (path.equals(CamelliaSpeech.ROOT + "sendMsg")) {
      end(request, OK, form.put(body));
    } else {
      end(request, NOT_FOUND, new byte[0]);
    }
  }

  private static void end(HttpServerRequest request, int status, byte[] content) {
    HttpServerResponse response = request.response().setStatusCode(status);
    response.putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
    var unused = response.end(Buffer.buffer(content));
  }
}
