package io.millrace.newsql.node.store;

import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.rocksdb.Status;

/** What RocksDB threw, in the store's words; its text names the file. */
final class RocksFailure {

    private RocksFailure() {}

    static StoreException of(RocksDBException e, Path directory) {
        Reason reason = reason(e.getStatus());
        String advice = reason == Reason.CORRUPT ? " (restore a backup)" : "";
        return new StoreException(
                reason, "data of the store: " + e.getMessage() + ", directory=" + directory + advice, e);
    }

    private static Reason reason(@Nullable Status status) {
        if (status == null) {
            return Reason.IO;
        }
        if (status.getSubCode() == Status.SubCode.NoSpace) {
            return Reason.DISK_FULL;
        }
        return switch (status.getCode()) {
            case Corruption -> Reason.CORRUPT;
            case NotSupported -> Reason.UNSUPPORTED;
            case ShutdownInProgress -> Reason.CLOSED;
                // As much as may be is being put into files already.
            case TryAgain -> Reason.BUSY;
            default -> Reason.IO;
        };
    }
}
