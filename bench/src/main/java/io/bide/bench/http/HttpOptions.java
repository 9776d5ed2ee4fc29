package io.bide.bench.http;

import io.bide.bench.bed.StoreName;
import java.util.EnumSet;
import java.util.Set;

/**
 * What to measure and how hard.
 *
 * @param scenarios which ones
 * @param dialect in what the server is spoken to
 * @param url of a server that is there; empty to start one
 * @param key for that server; empty for none
 * @param store of the server that is started: {@code rocksdb}, or the URL of a Redis
 * @param pid the process of that server, for its processor time; zero if it is not known
 * @param connections of single puts, compared with the bare server
 * @param fewer connections of puts compared with beanstalkd, and of the cycle
 * @param batch how many messages a claim asks for
 * @param putBatch how many messages a put brings
 * @param body the size of a body in bytes
 * @param seconds how long each contestant is measured, in all of its turns together
 * @param turns in how many turns
 * @param warmup how many seconds come before it
 * @param rate how many messages a second come due where lateness is measured
 * @param consumers how many claims wait for what comes due
 * @param burst how many messages are due at one instant
 * @param polls how many long polls are parked
 * @param idleSeconds for how long they are watched
 * @param loops event loops of the bare server
 */
public record HttpOptions(
    Set<Scenario> scenarios,
    Dialect dialect,
    String url,
    String key,
    String store,
    long pid,
    int connections,
    int fewer,
    int batch,
    int putBatch,
    int body,
    int seconds,
    int turns,
    int warmup,
    int rate,
    int consumers,
    int burst,
    int polls,
    int idleSeconds,
    int loops) {
  public static final String DEFAULT_STORE = "rocksdb";
  public static final int DEFAULT_CONNECTIONS = 64;
  public static final int DEFAULT_FEWER = 16;
  public static final int DEFAULT_BATCH = 10;
  public static final int DEFAULT_PUT_BATCH = 1;
  public static final int DEFAULT_BODY = 150;
  public static final int DEFAULT_SECONDS = 15;
  public static final int DEFAULT_TURNS = 3;
  public static final int DEFAULT_WARMUP = 8;
  public static final int DEFAULT_RATE = 2_000;
  public static final int DEFAULT_CONSUMERS = 8;
  public static final int DEFAULT_BURST = 20_000;
  public static final int DEFAULT_POLLS = 10_000;
  public static final int DEFAULT_IDLE_SECONDS = 20;

  public HttpOptions {
    scenarios = Set.copyOf(scenarios);
    positive("connections", connections);
    positive("fewer", fewer);
    positive("batch", batch);
    positive("put-batch", putBatch);
    positive("body", body);
    positive("seconds", seconds);
    positive("turns", turns);
    positive("rate", rate);
    positive("consumers", consumers);
    positive("burst", burst);
    positive("polls", polls);
    positive("idle-seconds", idleSeconds);
    positive("loops", loops);
    if (warmup < 0) {
      throw new IllegalArgumentException("warmup is " + warmup + "; it must be 0 or more seconds");
    }
    if (!key.isEmpty() && url.isEmpty()) {
      throw new IllegalArgumentException("a key goes with the url of a server; give that too");
    }
    if (!url.isEmpty() && !store.equals(DEFAULT_STORE)) {
      throw new IllegalArgumentException(
          "the server at the url has its store already; give a store or a url");
    }
    if (!url.isEmpty()) {
      Target.parse(url, key);
    }
  }

  private static void positive(String name, int value) {
    if (value < 1) {
      throw new IllegalArgumentException(name + " is " + value + "; it must be at least 1");
    }
  }

  public static Builder builder() {
    return new Builder();
  }

  boolean wants(Scenario scenario) {
    return scenarios.contains(scenario);
  }

  /** Whether it starts the server that it measures. */
  boolean startsServer() {
    return url.isEmpty();
  }

  /** Whether what was stored is still there when the server is gone. */
  boolean storeStays() {
    return !startsServer() || !store.equals(DEFAULT_STORE);
  }

  /** In one line, without the key and the password of the store. */
  @Override
  public String toString() {
    return String.format(
        "%s; %s in %s; connections %d and %d, batch %d, puts of %d, body %d bytes, %d s in %d turns after"
            + " %d s of warm-up, rate %d/s, %d consumers, burst %d, %d polls, %d event loops",
        scenarios.stream().sorted().map(Scenario::toString).toList(),
        startsServer() ? "a server of its own on " + StoreName.safe(store) : url,
        dialect,
        connections,
        fewer,
        batch,
        putBatch,
        body,
        seconds,
        turns,
        warmup,
        rate,
        consumers,
        burst,
        polls,
        loops);
  }

  /** Collects the options; each has a default. */
  public static final class Builder {
    private Set<Scenario> scenarios = EnumSet.allOf(Scenario.class);
    private Dialect dialect = Dialect.REST;
    private String url = "";
    private String key = "";
    private String store = DEFAULT_STORE;
    private long pid;
    private int connections = DEFAULT_CONNECTIONS;
    private int fewer = DEFAULT_FEWER;
    private int batch = DEFAULT_BATCH;
    private int putBatch = DEFAULT_PUT_BATCH;
    private int body = DEFAULT_BODY;
    private int seconds = DEFAULT_SECONDS;
    private int turns = DEFAULT_TURNS;
    private int warmup = DEFAULT_WARMUP;
    private int rate = DEFAULT_RATE;
    private int consumers = DEFAULT_CONSUMERS;
    private int burst = DEFAULT_BURST;
    private int polls = DEFAULT_POLLS;
    private int idleSeconds = DEFAULT_IDLE_SECONDS;
    private int loops = Runtime.getRuntime().availableProcessors();

    private Builder() {}

    public Builder scenarios(Set<Scenario> value) {
      scenarios = value;
      return this;
    }

    public Builder dialect(Dialect value) {
      dialect = value;
      return this;
    }

    public Builder url(String value) {
      url = value;
      return this;
    }

    public Builder key(String value) {
      key = value;
      return this;
    }

    public Builder store(String value) {
      store = value;
      return this;
    }

    public Builder pid(long value) {
      pid = value;
      return this;
    }

    public Builder connections(int value) {
      connections = value;
      return this;
    }

    public Builder fewer(int value) {
      fewer = value;
      return this;
    }

    public Builder batch(int value) {
      batch = value;
      return this;
    }

    public Builder putBatch(int value) {
      putBatch = value;
      return this;
    }

    public Builder body(int value) {
      body = value;
      return this;
    }

    public Builder seconds(int value) {
      seconds = value;
      return this;
    }

    public Builder turns(int value) {
      turns = value;
      return this;
    }

    public Builder warmup(int value) {
      warmup = value;
      return this;
    }

    public Builder rate(int value) {
      rate = value;
      return this;
    }

    public Builder consumers(int value) {
      consumers = value;
      return this;
    }

    public Builder burst(int value) {
      burst = value;
      return this;
    }

    public Builder polls(int value) {
      polls = value;
      return this;
    }

    public Builder idleSeconds(int value) {
      idleSeconds = value;
      return this;
    }

    public Builder loops(int value) {
      loops = value;
      return this;
    }

    public HttpOptions build() {
      return new HttpOptions(
          scenarios,
          dialect,
          url,
          key,
          store,
          pid,
          connections,
          fewer,
          batch,
          putBatch,
          body,
          seconds,
          turns,
          warmup,
          rate,
          consumers,
          burst,
          polls,
          idleSeconds,
          loops);
    }
  }
}
