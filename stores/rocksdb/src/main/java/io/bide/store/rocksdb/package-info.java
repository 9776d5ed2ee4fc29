/** The store that remembers on a local disk, in RocksDB. */
@NullMarked
package io.bide.store.rocksdb;

import org.jspecify.annotations.NullMarked;
