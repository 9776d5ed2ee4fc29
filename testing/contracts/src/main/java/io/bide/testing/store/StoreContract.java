package io.bide.testing.store;

import io.bide.testing.StoreFixture;
import org.junit.jupiter.api.Nested;

/**
 * What every store does, sentence by sentence of {@code docs/lifecycle.md}. To be extended by a test
 * of each store, which says where its data is; the tests come from here.
 */
public abstract class StoreContract {
  /** A new fixture with no data. */
  protected abstract StoreFixture newFixture();

  @Nested
  class Puts extends PutCases {
    Puts() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Tokens extends TokenCases {
    Tokens() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Order extends OrderCases {
    Order() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class DueTimes extends DueCases {
    DueTimes() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Leases extends LeaseCases {
    Leases() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class ById extends ByIdCases {
    ById() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Retries extends RetryCases {
    Retries() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class TimeToLive extends TtlCases {
    TimeToLive() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Merging extends MergeCases {
    Merging() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Generations extends GenerationCases {
    Generations() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class MergedDeaths extends MergedDeathCases {
    MergedDeaths() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Ids extends IdCases {
    Ids() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class AtMostOnce extends AtMostOnceCases {
    AtMostOnce() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Retention extends RetentionCases {
    Retention() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Notices extends NoticeCases {
    Notices() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Redrives extends RedriveCases {
    Redrives() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Topics extends TopicCases {
    Topics() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Stats extends StatsCases {
    Stats() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Browsing extends BrowseCases {
    Browsing() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class RecordValues extends RecordCases {
    RecordValues() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class WakeUps extends WakeUpCases {
    WakeUps() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class ByteLimit extends ByteLimitCases {
    ByteLimit() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Concurrency extends ConcurrencyCases {
    Concurrency() {
      super(StoreContract.this::newFixture);
    }
  }

  @Nested
  class Restarts extends RestartCases {
    Restarts() {
      super(StoreContract.this::newFixture);
    }
  }
}
