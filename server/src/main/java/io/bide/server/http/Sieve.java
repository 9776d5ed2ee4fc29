package io.bide.server.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.util.ReferenceCountUtil;
import java.util.function.Consumer;

/**
 * Stands between the codec and Vert.x for what Vert.x would answer with a status of the server's
 * fault, or with the end of the connection, although the caller is to blame.
 */
final class Sieve extends ChannelInboundHandlerAdapter {
  private final Consumer<Throwable> broken;

  /**
   * A sieve of one connection.
   *
   * @param broken told when the rest of a request makes no sense; nothing of it follows
   */
  Sieve(Consumer<Throwable> broken) {
    this.broken = broken;
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    if (message instanceof HttpRequest request) {
      checkVersion(request);
    } else if (message instanceof HttpContent content && content.decoderResult().isFailure()) {
      ReferenceCountUtil.release(message);
      broken.accept(content.decoderResult().cause());
      return;
    }
    context.fireChannelRead(message);
  }

  private static void checkVersion(HttpRequest request) {
    HttpVersion version = request.protocolVersion();
    if (version.equals(HttpVersion.HTTP_1_1) || version.equals(HttpVersion.HTTP_1_0)) {
      return;
    }
    // The answer would be in the version of the request, whatever that is.
    request.setProtocolVersion(HttpVersion.HTTP_1_1);
    if (request.decoderResult().isSuccess()) {
      request.setDecoderResult(DecoderResult.failure(
          new IllegalArgumentException("only HTTP/1.0 and HTTP/1.1 are spoken here")));
    }
  }
}
