package io.bide.engine.push;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Makes no calls, but remembers them, and answers as it is told. */
final class FakeCourier implements Courier {
  private final List<Letter> letters = new ArrayList<>();
  private final List<CompletableFuture<Reply>> replies = new ArrayList<>();
  private Function<Letter, CompletableFuture<Reply>> script = letter -> status(200);

  static CompletableFuture<Reply> status(int status) {
    return CompletableFuture.completedFuture(new Reply(status, null));
  }

  static CompletableFuture<Reply> failing(Undelivered.Why why) {
    return CompletableFuture.failedFuture(new Undelivered(why, "as planned"));
  }

  void answer(Function<Letter, CompletableFuture<Reply>> how) {
    script = how;
  }

  void answer(int status) {
    answer(letter -> status(status));
  }

  /** Answers nothing until {@link #release}. */
  void hold() {
    answer(letter -> new CompletableFuture<>());
  }

  void release(int index, int status) {
    replies.get(index).complete(new Reply(status, null));
  }

  void fail(int index, Undelivered.Why why) {
    replies.get(index).completeExceptionally(new Undelivered(why, "as planned"));
  }

  @Override
  public synchronized CompletableFuture<Reply> send(Letter letter) {
    letters.add(letter);
    CompletableFuture<Reply> reply = script.apply(letter);
    replies.add(reply);
    return reply;
  }

  synchronized List<Letter> letters() {
    return List.copyOf(letters);
  }

  synchronized int count() {
    return letters.size();
  }

  synchronized int unanswered() {
    return (int) replies.stream().filter(reply -> !reply.isDone()).count();
  }

  synchronized Letter last() {
    return letters.get(letters.size() - 1);
  }

  synchronized List<String> bodies() {
    return letters.stream().map(letter -> letter.body().asText()).toList();
  }
}
