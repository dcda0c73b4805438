package io.millrace.newsql.storage;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A storage at one moment. <b>Threads.</b> For one at a time. Must be closed, after its cursors. */
public interface StorageSnapshot extends AutoCloseable {

    byte @Nullable [] get(Area area, byte[] key);

    /** In the order of the keys; null for what is not there. */
    List<byte @Nullable []> getAll(Area area, List<byte[]> keys);

    /** From {@code from} on, without {@code to}; null for the end of the area. Backwards it begins with the last. Gives: to be closed. */
    EntryCursor scan(Area area, byte[] from, byte @Nullable [] to, boolean backwards);

    /** Which moment. */
    long position();

    @Override
    void close();
}
