package io.bide.server.log;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.encoder.Encoder;
import ch.qos.logback.core.joran.spi.ConsoleTarget;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.bide.server.settings.Catalogue.LogFormat;
import io.bide.server.settings.Catalogue.LogLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The log: one line per event, to standard error. Found by Logback as a service, so that commands which
 * set nothing up are quiet; the server sets it as its settings say.
 */
public final class Logs extends ContextAwareBase implements Configurator {
  /** Time with offset, level, thread, class, message, and what was thrown. */
  private static final String TEXT =
      "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{0}: %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    set(context, LogLevel.WARN, LogFormat.TEXT);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Logs from now on as said. */
  public static void set(LogLevel level, LogFormat format) {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    context.reset();
    set(context, level, format);
  }

  private static void set(LoggerContext context, LogLevel level, LogFormat format) {
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setTarget(ConsoleTarget.SystemErr.getName());
    console.setEncoder(encoder(context, format));
    console.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.valueOf(level.name()));
    root.addAppender(console);
    // Below INFO these tell everything that passes through, message by message.
    Level others = level == LogLevel.ERROR ? Level.ERROR : Level.WARN;
    context.getLogger("io.netty").setLevel(others);
    context.getLogger("io.vertx").setLevel(others);
    // While Redis is away it says so every few seconds, for each connection; the store does it
    // once.
    context.getLogger("io.lettuce").setLevel(Level.ERROR);
  }

  private static Encoder<ILoggingEvent> encoder(LoggerContext context, LogFormat format) {
    Encoder<ILoggingEvent> encoder = switch (format) {
      case TEXT -> text();
      case JSON -> json();
    };
    encoder.setContext(context);
    encoder.start();
    return encoder;
  }

  private static PatternLayoutEncoder text() {
    PatternLayoutEncoder encoder = new PatternLayoutEncoder();
    encoder.setPattern(TEXT);
    return encoder;
  }

  private static JsonEncoder json() {
    JsonEncoder encoder = new JsonEncoder();
    encoder.setWithSequenceNumber(false);
    encoder.setWithNanoseconds(false);
    encoder.setWithContext(false);
    encoder.setWithMarkers(false);
    encoder.setWithMDC(false);
    // The finished sentence, and the values of its own that a line has.
    encoder.setWithMessage(false);
    encoder.setWithArguments(false);
    encoder.setWithFormattedMessage(true);
    return encoder;
  }
}
