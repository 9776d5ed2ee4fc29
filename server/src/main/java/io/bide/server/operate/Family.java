package io.bide.server.operate;

/**
 * Every metric of Bide's own, and the only place that names it. {@code docs/operations.md} is tested
 * against this table.
 *
 * <p>Counters count messages since this process started; gauges tell what the store holds now.
 */
enum Family {
  PUTS(
      "bide_puts",
      Type.COUNTER,
      "Messages stored by puts: new, replaced (in place of a live one) or merged (into a live one)",
      "namespace, topic, how"),
  DUPLICATES(
      "bide_duplicates",
      Type.COUNTER,
      "Puts refused because their id was alive",
      "namespace, topic"),
  CLAIMS("bide_claims", Type.COUNTER, "Messages handed out", "namespace, topic"),
  ACKS("bide_acks", Type.COUNTER, "Messages acknowledged", "namespace, topic"),
  RELEASES("bide_releases", Type.COUNTER, "Messages given back by claimers", "namespace, topic"),
  EXTENSIONS("bide_extensions", Type.COUNTER, "Leases extended", "namespace, topic"),
  UNCLAIMS(
      "bide_unclaims",
      Type.COUNTER,
      "Messages taken back because their claimer left before it saw them",
      "namespace, topic"),
  DEAD(
      "bide_dead",
      Type.COUNTER,
      "Messages that became dead letters: attempts used up, or ttl passed after an attempt",
      "namespace, topic, cause"),
  EXPIRED(
      "bide_expired",
      Type.COUNTER,
      "Messages whose ttl passed before they were ever handed out",
      "namespace, topic"),
  CANCELLED("bide_cancelled", Type.COUNTER, "Messages cancelled", "namespace, topic"),
  RESCHEDULED("bide_rescheduled", Type.COUNTER, "Messages rescheduled", "namespace, topic"),
  REDRIVEN("bide_redriven", Type.COUNTER, "Dead letters brought back", "namespace, topic"),
  PURGED("bide_purged", Type.COUNTER, "Messages removed by purges", "namespace, topic"),
  LATENESS(
      "bide_lateness_seconds",
      Type.HISTOGRAM,
      "Time from the due time of a message to its first hand-out",
      "namespace, topic"),
  PUSHES(
      "bide_pushes",
      Type.COUNTER,
      "Messages that were sent to their endpoint, or could not be, by how that ended",
      "namespace, topic, outcome"),
  PUSH_DURATION(
      "bide_push_duration_seconds",
      Type.HISTOGRAM,
      "Time that it took to push a message, or to find out that it cannot be",
      "namespace, topic"),
  PUSHES_IN_FLIGHT(
      "bide_pushes_in_flight", Type.GAUGE, "Messages that are on their way to their endpoints", ""),
  DISABLED_SUBSCRIPTIONS(
      "bide_disabled_subscriptions",
      Type.GAUGE,
      "Subscriptions that send nothing until somebody enables them",
      ""),
  MESSAGES("bide_messages", Type.GAUGE, "Messages by state", "namespace, topic, state"),
  OLDEST_READY_AGE(
      "bide_oldest_ready_age_seconds",
      Type.GAUGE,
      "For how long the longest waiting ready message has been ready; 0 if none is",
      "namespace, topic"),
  PAUSED(
      "bide_paused_topics", Type.GAUGE, "1 while the topic is paused, else 0", "namespace, topic"),
  WAITING(
      "bide_waiting_messages",
      Type.GAUGE,
      "Waiting messages of all topics by how soon they are due: within this horizon, not a shorter one",
      "horizon"),
  TOPICS("bide_topics", Type.GAUGE, "Topics that exist", ""),
  PARKED_CLAIMS(
      "bide_parked_claims", Type.GAUGE, "Claims that wait for something to become due", ""),
  CONNECTIONS("bide_connections", Type.GAUGE, "Connections that are open", ""),
  REQUESTS(
      "bide_http_requests",
      Type.COUNTER,
      "Requests answered; route is \"none\" where there is no such route",
      "dialect, route, status"),
  REQUEST_DURATION(
      "bide_http_request_duration_seconds",
      Type.HISTOGRAM,
      "Time from the head of a request to its answer, the waiting of claims included",
      "dialect, route"),
  COMMIT_DURATION(
      "bide_store_commit_duration_seconds",
      Type.HISTOGRAM,
      "Time the store took to make calls durable",
      ""),
  COMMIT_CALLS(
      "bide_store_commit_calls", Type.HISTOGRAM, "Calls that were made durable together", ""),
  STORE_UP(
      "bide_store_up", Type.GAUGE, "1 if the store answered in time when it was asked, else 0", ""),
  BUILD("bide_build", Type.INFO, "What is running, in labels", "version, store, durability");

  /** What kind of numbers a metric has, and what Prometheus appends to its name because of that. */
  enum Type {
    COUNTER("_total"),
    GAUGE(""),
    HISTOGRAM(""),
    INFO("_info");

    private final String suffix;

    Type(String suffix) {
      this.suffix = suffix;
    }
  }

  private final String stem;
  private final Type type;
  private final String help;
  private final String labels;

  Family(String stem, Type type, String help, String labels) {
    this.stem = stem;
    this.type = type;
    this.help = help;
    this.labels = labels;
  }

  /** The name without what its type appends. */
  String stem() {
    return stem;
  }

  /** The name as it is scraped. */
  String exposed() {
    return stem + type.suffix;
  }

  Type type() {
    return type;
  }

  String help() {
    return help;
  }

  /** The names of its labels, separated by commas. */
  String labels() {
    return labels;
  }
}
