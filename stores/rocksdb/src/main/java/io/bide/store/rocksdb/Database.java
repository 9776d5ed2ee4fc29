package io.bide.store.rocksdb;

import io.bide.BideException;
import io.bide.ErrorCode;
import io.bide.store.rocksdb.Column.Use;
import java.io.IOException;
import java.nio.file.Path;
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
import org.rocksdb.FlushOptions;
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
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * RocksDB, set up for a queue. One thread writes; any thread may read from a {@link Snapshot}.
 *
 * <p>It writes no log: that is the {@link Journal}, and what it flushes it flushes from all columns at once, so that
 * tables alone always show a state that once was.
 */
final class Database implements Disk, AutoCloseable {
  /** The layout of the data; a store of another one is not opened. */
  static final int FORMAT = 2;

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private static final byte[] FORMAT_KEY = {'f', 'o', 'r', 'm', 'a', 't'};
  private static final byte[] JOURNAL_KEY = {'j', 'o', 'u', 'r', 'n', 'a', 'l'};
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
  private final WriteOptions withoutLog;
  private final ReadOptions reads;
  private final Disk disk;

  private final DataDirectory directory;

  private @Nullable Journal journal;

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
    this.withoutLog = own(new WriteOptions().setDisableWAL(true));
    this.reads = own(new ReadOptions());
    this.disk = seam.wrap(this, this::columnId);
  }

  static Database open(RocksConfig config, DataDirectory directory, Disk.Seam seam) {
    RocksDB.loadLibrary();
    // Merging files can wait, messages that are due cannot.
    Env.getDefault().lowerThreadPoolCPUPriority(Priority.LOW);
    directory.checkJournal();
    try {
      JournalFile.prepare(config.directory(), config.journalBytes());
      Database database = new Database(config, directory, seam);
      database.begin(config);
      return database;
    } catch (IOException e) {
      throw openFailure(config, failure(e));
    } catch (RocksDBException e) {
      throw openFailure(config, e);
    }
  }

  private void begin(RocksConfig config) throws RocksDBException, IOException {
    try {
      replayJournal(config);
      checkFormat(config);
    } catch (RocksDBException | IOException | RuntimeException e) {
      close();
      throw e;
    }
  }

  /** Writes what only the journal has, and goes on behind it. */
  private void replayJournal(RocksConfig config) throws RocksDBException, IOException {
    Path path = config.directory();
    byte[] stored = get(Column.META, JOURNAL_KEY);
    long inTables = stored == null ? 0 : new Decoder(stored).int64();
    Replay replay = Replay.of(JournalFile.pages(path), inTables, path);
    for (byte[] batch : replay.batches()) {
      try (WriteBatch writes = new WriteBatch(batch)) {
        db.write(withoutLog, writes);
      }
    }
    long last = inTables + replay.batches().size();
    long end = replay.end();
    if (replay.cut()) {
      LOG.warn("What was written last before a power loss is gone, as relaxed durability allows");
      flush();
      inTables = last;
      end = JournalFile.remake(path, config.journalBytes());
    }
    JournalFile file = JournalFile.open(path, config.durability());
    journal = new Journal(file, new Flushes(this::flushTables, inTables), last, end);
  }

  /** On the thread of {@link Flushes}. */
  private void flushTables() throws IOException {
    try {
      disk.flush();
    } catch (RocksDBException e) {
      throw new IOException(wordsFor(e), e);
    }
  }

  /** A file system that copies what it overwrites can be full for a journal, too. */
  private static RocksDBException failure(IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left on device");
    Status.SubCode subCode = full ? Status.SubCode.NoSpace : Status.SubCode.None;
    return new RocksDBException(
        e.toString(), new Status(Status.Code.IOError, subCode, e.getMessage()));
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
        .setAtomicFlush(true)
        .setAvoidFlushDuringShutdown(true)
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
    Journal log = Objects.requireNonNull(journal);
    batch.put(handle(Column.META), JOURNAL_KEY, new Encoder(8).int64(log.next()).done());
    log.add(batch.data());
    db.write(withoutLog, batch);
  }

  @Override
  public void sync() throws RocksDBException {
    try {
      Objects.requireNonNull(journal).sync();
    } catch (IOException e) {
      throw failure(e);
    }
  }

  @Override
  public void flush() throws RocksDBException {
    try (FlushOptions options = new FlushOptions().setWaitForFlush(true)) {
      db.flush(options, List.copyOf(handles.values()));
    }
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

  @Override
  public long lastBatch() {
    return Objects.requireNonNull(journal).next() - 1;
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
    if (journal != null) {
      closeNative(journal);
    }
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
