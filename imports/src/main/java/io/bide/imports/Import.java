package io.bide.imports;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.PutResult;
import io.bide.Records;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One import: goes through all listings of the source, a page at a time, stores what it finds and then, and only
 * then, removes it there. To be run once, on a thread of its own; the other methods are for any thread.
 *
 * <p>It may end anywhere and be repeated. What was stored is known again by its token, and by the {@link Ledger} once
 * the queue has forgotten it. What has changed in the source since it was read is not removed.
 */
public final class Import implements Runnable {
  /** How many messages are read and stored at once. */
  public static final int PAGE = 100;

  private static final long PATIENCE_SECONDS = 60;

  private final ImportPlan plan;
  private final Layout layout;
  private final Sink sink;
  private final Ledger ledger;
  private final InstantSource clock;
  private final int page;
  private final Tally tally;
  private volatile boolean stopped;

  /**
   * An import that has not begun.
   *
   * @param maxBatch how many messages the sink takes at once
   */
  public Import(ImportPlan plan, Sink sink, int maxBatch, Records records, InstantSource clock) {
    this.plan = plan;
    this.layout = switch (plan.from()) {
      case CAMELLIA -> new CamelliaLayout(plan);
      case OUQIANG -> new OuqiangLayout(plan);
    };
    this.sink = sink;
    this.page = Math.min(PAGE, maxBatch);
    this.ledger = new Ledger(records);
    this.clock = clock;
    this.tally = new Tally(clock.instant());
  }

  public ImportPlan plan() {
    return plan;
  }

  public Progress progress() {
    return tally.progress();
  }

  /** Lets it end after the page it is at. */
  public void stop() {
    stopped = true;
  }

  @Override
  public void run() {
    try (Source source = Source.open(plan)) {
      List<Listing> listings = layout.listings(source);
      listings.forEach(listing -> tally.listed(source.size(listing)));
      listings.forEach(listing -> take(source, listing));
      end(stopped ? Progress.State.STOPPED : Progress.State.DONE, null);
    } catch (RuntimeException e) {
      end(Progress.State.FAILED, e.getMessage());
    }
  }

  private void end(Progress.State how, @Nullable String why) {
    tally.end(how, clock.instant(), why);
  }

  private void take(Source source, Listing listing) {
    if (listing.isSorted()) {
      Source.Scan scan = source.scan(listing.key(), page);
      while (!stopped && scan.hasNext()) {
        takeInPages(source, listing, scan.next());
      }
    } else {
      long left = 0;
      List<Member> members = source.elements(listing, left, page);
      while (!stopped && !members.isEmpty()) {
        left += members.size() - take(source, listing, members);
        members = source.elements(listing, left, page);
      }
    }
  }

  /** A small ordered set comes at once, however large a page was asked for. */
  private void takeInPages(Source source, Listing listing, List<Member> members) {
    for (int i = 0; i < members.size() && !stopped; i += page) {
      take(source, listing, members.subList(i, Math.min(members.size(), i + page)));
    }
  }

  /** Takes over a page; returns how many members were removed from the listing. */
  private int take(Source source, Listing listing, List<Member> members) {
    List<Entry> entries = read(source, listing, members);
    tally.seen(members.size());
    if (plan.dryRun()) {
      tally.stored(entries.size());
      return 0;
    }
    List<Entry> stored = store(entries);
    return plan.keep() ? 0 : remove(source, listing, stored);
  }

  private List<Entry> read(Source source, Listing listing, List<Member> members) {
    List<String> keys = new ArrayList<>();
    List<Member> named = new ArrayList<>();
    for (Member member : members) {
      String id = member.id();
      if (id == null) {
        tally.skipped(Skip.UNREADABLE, member + " in " + listing.key());
      } else {
        named.add(member);
        keys.add(layout.contentKey(listing, id));
      }
    }
    List<byte @Nullable []> contents = source.contents(keys);
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < named.size(); i++) {
      byte[] content = contents.get(i);
      if (content == null) {
        missing(source, listing, named.get(i));
      } else {
        read(listing, named.get(i), keys.get(i), content, entries);
      }
    }
    return entries;
  }

  /** A scan may show again what has been removed meanwhile; that is nothing to talk about. */
  private void missing(Source source, Listing listing, Member member) {
    if (source.lists(listing, member)) {
      tally.skipped(Skip.NO_CONTENT, member + " in " + listing.key());
    }
  }

  private void read(
      Listing listing, Member member, String key, byte[] content, List<Entry> entries) {
    String id = Objects.requireNonNull(member.id());
    Reading reading = layout.read(listing, member, id, content, clock.instant());
    if (reading instanceof Reading.Found found) {
      entries.add(new Entry(member, key, content, found.put()));
    } else if (reading instanceof Reading.Skipped skipped) {
      String detail = skipped.detail().isEmpty() ? "" : ": " + skipped.detail();
      tally.skipped(skipped.why(), member + " in " + listing.key() + detail);
    }
  }

  /** Stores what is not stored yet; returns all that is stored now. */
  private List<Entry> store(List<Entry> entries) {
    List<Boolean> known = await(ledger.knows(entries.stream().map(Entry::token).toList()));
    List<Entry> stored = new ArrayList<>();
    List<Entry> fresh = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (known.get(i)) {
        tally.already();
        stored.add(entries.get(i));
      } else {
        fresh.add(entries.get(i));
      }
    }
    List<Entry> added = fresh.isEmpty() ? List.of() : storeFresh(fresh);
    if (plan.keep()) {
      await(ledger.add(added.stream().map(Entry::token).toList()));
    }
    stored.addAll(added);
    return stored;
  }

  private List<Entry> storeFresh(List<Entry> entries) {
    List<PutResult> results = await(sink.store(entries.stream().map(Entry::put).toList()));
    List<Entry> stored = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      if (isStored(entries.get(i), results.get(i))) {
        stored.add(entries.get(i));
      }
    }
    return stored;
  }

  private boolean isStored(Entry entry, PutResult result) {
    if (result instanceof PutResult.Failed failed) {
      return isStoredAnyway(entry, failed.error());
    }
    if (result instanceof PutResult.Duplicate duplicate) {
      tally.skipped(
          Skip.CONFLICT,
          entry.member() + " is alive in topic " + duplicate.existing().topic());
      return false;
    }
    tally.stored(1);
    return true;
  }

  /** That its token is known with a later due time or a shorter life is proof enough. */
  private boolean isStoredAnyway(Entry entry, BideException error) {
    switch (error.code()) {
      case TOKEN_MISMATCH -> {
        tally.already();
        return true;
      }
      case INVALID, TOO_LARGE, FORBIDDEN -> {
        tally.skipped(Skip.REFUSED, entry.member() + ": " + error.getMessage());
        return false;
      }
      case OVERLOADED, STORE_FULL, UNAVAILABLE, CORRUPT, CLOSED, UNKNOWN -> throw error;
    }
    throw error;
  }

  /** Removes from the source what has not changed since it was read. */
  private int remove(Source source, Listing listing, List<Entry> stored) {
    List<Boolean> deleted = source.deleteUnchanged(
        stored.stream().map(Entry::contentKey).toList(),
        stored.stream().map(Entry::content).toList());
    List<Member> gone = new ArrayList<>();
    List<String> tokens = new ArrayList<>();
    for (int i = 0; i < stored.size(); i++) {
      if (deleted.get(i)) {
        gone.add(stored.get(i).member());
        tokens.add(stored.get(i).token());
        tally.removed();
      }
    }
    source.unlist(listing, gone);
    layout.alsoIn(listing).forEach(other -> source.unlist(other, gone));
    await(ledger.remove(tokens));
    return gone.size();
  }

  private static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof BideException cause) {
        throw cause;
      }
      throw new IllegalStateException("storing failed: " + e.getCause(), e);
    } catch (TimeoutException e) {
      throw new BideException(
          ErrorCode.UNKNOWN, "the queue did not answer within " + PATIENCE_SECONDS + " s", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BideException(ErrorCode.UNKNOWN, "interrupted", e);
    }
  }
}
