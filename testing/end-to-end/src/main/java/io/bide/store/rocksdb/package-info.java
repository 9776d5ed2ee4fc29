/** Inside the store on a local disk: where the crash test watches it and plants faults. */
@NullMarked
package io.bide.store.rocksdb;

import org.jspecify.annotations.NullMarked;
