package io.bide.store.redis;

import io.bide.BideException;
import io.bide.Event;
import io.bide.Topic;
import io.bide.store.StoreListener;
import java.time.Duration;

/** A listener that hears nothing; a test overrides what it wants to hear. */
class Deaf implements StoreListener {
  @Override
  public void due(Topic topic, Duration in) {}

  @Override
  public void died(Event.Died death) {}

  @Override
  public void recordChanged(String key) {}

  @Override
  public void failed(BideException reason) {}
}
