package io.millrace.newsql.node;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store as it was at one position. Must be closed. <b>Threads.</b> Safe, but for its closing, which must come after every use.
 */
public interface StoreSnapshot extends AutoCloseable {

    /** Position of the last commit that it holds. */
    long position();

    /** The value, or null if there is none. */
    byte @Nullable [] get(KeySpace space, byte[] key);

    /** As {@link OrderedStore#read}. */
    int read(KeySpace space, ByteBuffer key, ByteBuffer value);

    /** The values in the order of the keys; null for what is not there. */
    List<byte @Nullable []> getAll(KeySpace space, List<byte[]> keys);

    /**
     * Walks the keys from {@code from} on, up to but without {@code to}; null for no end on that side. Backwards it begins with the last key of the range.
     * Gives: the caller closes the cursor, before the snapshot.
     */
    StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards);

    @Override
    void close();
}
