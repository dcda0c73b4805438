package io.millrace.newsql.session;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.node.BackupProgress;
import io.millrace.newsql.node.BackupResult;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.observation.CloneProgress;
import io.millrace.newsql.type.SqlErrors;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Makes copies of the store while it is served from, one at a time. <b>Threads.</b> Safe. */
public final class StoreCopies {

    /** What copies a store: {@link io.millrace.newsql.node.NodeStore#backup}. */
    @FunctionalInterface
    public interface Copying {
        BackupResult copy(Path target, BackupProgress progress);
    }

    private static final int CLONE_BUSY = 3634;

    private final @Nullable Copying copying;
    private volatile @Nullable CloneProgress last;

    /** @param copying null for a store that cannot be copied */
    public StoreCopies(@Nullable Copying copying) {
        this.copying = copying;
    }

    /** The copy that runs, or the last one; null if there was none. */
    @Nullable
    CloneProgress last() {
        return last;
    }

    /**
     * Copies the store into a directory, which must not exist or be empty.
     *
     * @param id of the connection that asks
     * @param progress is told in this thread, and ends the copy by what it throws
     * @throws SqlException 1007 if something is there, 3634 while another copy is made, 1021, 1030 or 1235
     */
    void copy(Path target, long id, Runnable progress) {
        Copying store = copying;
        if (store == null) {
            throw SqlErrors.unsupported("CLONE of this storage");
        }
        CloneProgress begun = CloneProgress.begun(id);
        try {
            BackupResult result = store.copy(target, (bytes, bytesTotal) -> {
                last = begun.copied(bytes, bytesTotal);
                progress.run();
            });
            last = begun.ended(result.bytes(), null);
        } catch (StoreException e) {
            SqlException told = translate(e, target);
            if (told.code() != CLONE_BUSY) {
                last = begun.ended(0, told.text());
            }
            throw told;
        } catch (SqlException e) {
            last = begun.ended(0, e.text());
            throw e;
        }
    }

    private static SqlException translate(StoreException e, Path target) {
        return switch (e.reason()) {
            case TARGET_EXISTS -> new SqlException(
                    1007, "HY000", "Can't create database '" + target + "'; database exists", e);
            case BUSY -> new SqlException(
                    CLONE_BUSY, "HY000", "Too many concurrent clone operations. Maximum allowed - 1.", e);
            case DISK_FULL -> new SqlException(1021, "HY000", "Disk full; nothing was copied: " + e.getMessage(), e);
            default -> new SqlException(1030, "HY000", "Got error from the storage: " + e.getMessage(), e);
        };
    }
}
