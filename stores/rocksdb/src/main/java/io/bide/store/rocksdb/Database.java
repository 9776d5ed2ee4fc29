package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.Column.Use;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.Env;
import org.rocksdb.HashLinkedListMemTableConfig;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.LRUCache;
import org.rocksdb.Priority;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;
import org.rocksdb.Snapshot;
import org.rocksdb.Status;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * RocksDB, set up for a queue. One thread writes; any thread may read from a {@link Snapshot}.
 *
 * <p>The log must be read with {@code TolerateCorruptedTailRecords}: the default silently drops all
 * that follows a flipped bit, this mode refuses to open, and still accepts a torn last write.
 */
final class Database implements Disk, AutoCloseable {
  /** The layout of the data; a store of another one is not opened. */
  static final int FORMAT = 1;

  private static final byte[] FORMAT_KEY = {'f', 'o', 'r', 'm', 'a', 't'};
  private static final long MAX_LOG_BYTES = 256L << 20;
  private static final int BLOCK_BYTES = 8 * 1024;
  private static final double BITS_PER_KEY = 10;

  /** Few threads read, and a filter that is larger than a shard of the cache would be read each time. */
  private static final int CACHE_SHARD_BITS = 1;

  /** Each column takes its memory in such pieces; the default of 4 MiB would spend the budget on air. */
  private static final long ARENA_BYTES = 256 << 10;

  /** Names that have not reached the disk yet are hashed into so many buckets. */
  private static final int NAME_BUCKETS = 1 << 17;

  /** By so many of their first bytes. */
  private static final int NAME_BYTES = 64;

  private final List<AutoCloseable> owned = new ArrayList<>();
  private final Map<Column, ColumnFamilyHandle> handles = new EnumMap<>(Column.class);
  private final Map<Column, Integer> columnIds = new EnumMap<>(Column.class);
  private final RocksDB db;
  private final WriteOptions unsynced;
  private final ReadOptions reads;
  private final Disk disk;

  private final DataDirectory directory;

  private Database(RocksConfig config, DataDirectory directory, Disk.Seam seam)
      throws RocksDBException {
    this.directory = directory;
    DBOptions options = own(options(config));
    List<ColumnFamilyDescriptor> columns = columns(config);
    List<ColumnFamilyHandle> opened = new ArrayList<>();
    try {
      this.db = RocksDB.open(options, config.directory().toString(), columns, opened);
    } catch (RocksDBException e) {
      closeOwned();
      throw e;
    }
    Column[] order = Column.values();
    for (int i = 0; i < order.length; i++) {
      handles.put(order[i], opened.get(i));
      columnIds.put(order[i], opened.get(i).getID());
    }
    this.unsynced = own(new WriteOptions());
    this.reads = own(new ReadOptions());
    this.disk = seam.wrap(this, this::columnId);
  }

  static Database open(RocksConfig config, DataDirectory directory, Disk.Seam seam) {
    RocksDB.loadLibrary();
    // Merging files can wait, messages that are due cannot.
    Env.getDefault().lowerThreadPoolCPUPriority(Priority.LOW);
    try {
      Database database = new Database(config, directory, seam);
      database.checkFormat(config);
      return database;
    } catch (RocksDBException e) {
      throw openFailure(config, e);
    }
  }

  private static BideException openFailure(RocksConfig config, RocksDBException e) {
    boolean corrupt = isCorruption(e);
    String advice = corrupt
        ? "The data is damaged and nothing was changed; restore it from a backup, or keep the"
            + " directory for a closer look and start with an empty one."
        : "Check the disk and the rights on the directory.";
    return new BideException(
        corrupt ? ErrorCode.CORRUPT : ErrorCode.UNAVAILABLE,
        "the store in " + config.directory() + " cannot be opened: " + e.getMessage() + ". "
            + advice,
        e);
  }

  private void checkFormat(RocksConfig config) {
    byte[] format = get(Column.META, FORMAT_KEY);
    if (format == null) {
      Batch batch = newBatch();
      batch.put(Column.META, FORMAT_KEY, new byte[] {FORMAT});
      commit(batch);
    } else if (format.length != 1 || format[0] != FORMAT) {
      close();
      throw new BideException(
          ErrorCode.UNAVAILABLE,
          "the store in "
              + config.directory()
              + " has format "
              + (format.length == 1 ? format[0] : "unknown")
              + ", this version reads format "
              + FORMAT
              + "; use the version of Bide that wrote it");
    }
  }

  private static DBOptions options(RocksConfig config) {
    return new DBOptions()
        .setCreateIfMissing(true)
        .setCreateMissingColumnFamilies(true)
        .setWalRecoveryMode(WALRecoveryMode.TolerateCorruptedTailRecords)
        .setAvoidFlushDuringRecovery(true)
        .setMaxTotalWalSize(MAX_LOG_BYTES)
        .setDbWriteBufferSize(config.writeBufferBytes())
        .setMaxBackgroundJobs(2)
        .setBytesPerSync(1 << 20)
        .setAllowConcurrentMemtableWrite(false)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setKeepLogFileNum(3)
        .setMaxOpenFiles(512);
  }

  private List<ColumnFamilyDescriptor> columns(RocksConfig config) {
    Cache cache = own(new LRUCache(config.blockCacheBytes(), CACHE_SHARD_BITS));
    BloomFilter bloom = own(new BloomFilter(BITS_PER_KEY));
    List<ColumnFamilyDescriptor> columns = new ArrayList<>();
    for (Column column : Column.values()) {
      columns.add(
          new ColumnFamilyDescriptor(column.label(), columnOptions(column.use(), cache, bloom)));
    }
    return columns;
  }

  private ColumnFamilyOptions columnOptions(Use use, Cache cache, BloomFilter bloom) {
    BlockBasedTableConfig table = new BlockBasedTableConfig()
        .setBlockCache(cache)
        .setBlockSize(BLOCK_BYTES)
        .setCacheIndexAndFilterBlocks(true)
        .setPinL0FilterAndIndexBlocksInCache(true);
    ColumnFamilyOptions options = own(new ColumnFamilyOptions())
        .setWriteBufferSize(32L << 20)
        .setMaxWriteBufferNumber(4)
        .setArenaBlockSize(ARENA_BYTES);
    if (use == Use.NAME) {
      // A sorted list would be searched through for every name that is written.
      options
          .setMemTableConfig(new HashLinkedListMemTableConfig().setBucketCount(NAME_BUCKETS))
          .useCappedPrefixExtractor(NAME_BYTES);
    }
    if (use == Use.LOOKUP || use == Use.NAME) {
      table.setFilterPolicy(bloom);
      options
          .setCompressionType(CompressionType.LZ4_COMPRESSION)
          .setMemtablePrefixBloomSizeRatio(0.02)
          .setMemtableWholeKeyFiltering(true);
    } else {
      options.setCompressionType(CompressionType.NO_COMPRESSION);
    }
    return options.setTableFormatConfig(table);
  }

  private <T extends AutoCloseable> T own(T object) {
    owned.add(object);
    return object;
  }

  private ColumnFamilyHandle handle(Column column) {
    return Objects.requireNonNull(handles.get(column));
  }

  private int columnId(Column column) {
    return Objects.requireNonNull(columnIds.get(column));
  }

  Batch newBatch() {
    return new Batch(this::columnId);
  }

  byte @Nullable [] get(Column column, byte[] key) {
    try {
      return db.get(handle(column), reads, key);
    } catch (RocksDBException e) {
      throw readFailure(e);
    }
  }

  /** The keys that start with the prefix, from a certain one on. */
  Scan scan(Column column, byte[] prefix, byte[] from) {
    return scan(column, prefix, from, new ReadOptions());
  }

  Scan scan(Column column, byte[] prefix, byte[] from, Snapshot snapshot) {
    return scan(column, prefix, from, new ReadOptions().setSnapshot(snapshot));
  }

  private Scan scan(Column column, byte[] prefix, byte[] from, ReadOptions options) {
    byte[] end = Keys.after(prefix);
    return new Scan(disk, from, end, options, o -> db.newIterator(handle(column), o));
  }

  byte @Nullable [] get(Column column, byte[] key, Snapshot snapshot) {
    try (ReadOptions options = new ReadOptions().setSnapshot(snapshot)) {
      return db.get(handle(column), options, key);
    } catch (RocksDBException e) {
      throw readFailure(e);
    }
  }

  Snapshot snapshot() {
    return db.getSnapshot();
  }

  void release(Snapshot snapshot) {
    db.releaseSnapshot(snapshot);
  }

  /** Writes what the next read sees; it is durable after the next {@link #syncAll}. */
  void commit(Batch batch) {
    try (WriteBatch writes = new WriteBatch(batch.serialized())) {
      disk.write(writes);
    } catch (RocksDBException e) {
      throw new WriteFailure(e);
    }
  }

  void syncAll() {
    try {
      disk.sync();
    } catch (RocksDBException e) {
      throw new WriteFailure(e);
    }
  }

  @Override
  public void write(WriteBatch batch) throws RocksDBException {
    db.write(unsynced, batch);
  }

  @Override
  public void sync() throws RocksDBException {
    db.syncWal();
  }

  @Override
  public void check(RocksIterator scan) throws RocksDBException {
    scan.status();
  }

  @Override
  public long freeSpace() {
    return directory.freeSpace();
  }

  /** The disk, with whatever stands in front of it. */
  Disk disk() {
    return disk;
  }

  long latestSequenceNumber() {
    return db.getLatestSequenceNumber();
  }

  /** Damage may come to light in a write too, when files were being merged. */
  static String wordsFor(RocksDBException e) {
    return isCorruption(e)
        ? "stored data is damaged: " + e.getMessage() + "; restore it from a backup"
        : String.valueOf(e.getMessage());
  }

  static BideException readFailure(RocksDBException e) {
    return isCorruption(e)
        ? new BideException(ErrorCode.CORRUPT, wordsFor(e), e)
        : new BideException(ErrorCode.UNAVAILABLE, "the disk cannot be read: " + e.getMessage(), e);
  }

  private static boolean isCorruption(RocksDBException e) {
    Status status = e.getStatus();
    return status != null && status.getCode() == Status.Code.Corruption;
  }

  @Override
  public void close() {
    handles.values().forEach(ColumnFamilyHandle::close);
    db.close();
    closeOwned();
  }

  private void closeOwned() {
    for (int i = owned.size() - 1; i >= 0; i--) {
      closeNative(owned.get(i));
    }
  }

  private static void closeNative(AutoCloseable object) {
    try {
      object.close();
    } catch (Exception e) {
      throw new IllegalStateException("cannot free " + object, e);
    }
  }
}
