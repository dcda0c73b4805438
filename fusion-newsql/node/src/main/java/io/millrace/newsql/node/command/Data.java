package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreCursor;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What commands read and write. <b>Threads.</b> For one at a time. */
public interface Data {

    byte @Nullable [] get(KeySpace space, byte[] key);

    /** As {@link io.millrace.newsql.node.OrderedStore#read}. */
    default int read(KeySpace space, ByteBuffer key, ByteBuffer value) {
        byte[] copy = new byte[key.remaining()];
        key.get(key.position(), copy);
        byte[] found = get(space, copy);
        if (found == null) {
            return OrderedStore.MISSING;
        }
        int length = Math.min(found.length, value.remaining());
        value.put(value.position(), found, 0, length).limit(value.position() + length);
        return found.length;
    }

    /** From {@code from} on, up to but without {@code to}; null for no end. Gives: the caller closes the cursor. */
    StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards);

    /** From here on, all that is read is of one moment. */
    void freeze();

    /** @throws IllegalStateException if this is only for reads */
    void put(KeySpace space, byte[] key, byte[] value);

    /** @throws IllegalStateException if this is only for reads */
    void delete(KeySpace space, byte[] key);
}
