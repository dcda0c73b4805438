package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.util.concurrent.FastThreadLocal;
import java.nio.ByteBuffer;

/**
 * Memory of a thread through which an entry goes from the store into a reply: neither its key nor its bytes become an array.
 *
 * <p><b>Ownership.</b> What it holds is valid until the thread's next read. <b>Threads.</b> One each.
 */
final class LentEntry {

    /** Longer entries are read as arrays: the copy is not what they cost. */
    static final int BYTES_MAX = 16 << 10;

    /** What {@link #read} says of a key that is not there. */
    static final int MISSING = OrderedStore.MISSING;

    private static final FastThreadLocal<LentEntry> OF_THREAD = new FastThreadLocal<>() {
        @Override
        protected LentEntry initialValue() {
            return new LentEntry();
        }
    };

    private final ByteBuffer place = ByteBuffer.allocateDirect(1 + Places.NAME_BYTES_MAX);
    private final ByteBuffer entry = ByteBuffer.allocateDirect(BYTES_MAX);
    private final ByteBuf bytes = Unpooled.wrappedBuffer(entry.duplicate());

    private LentEntry() {}

    static LentEntry ofThread() {
        return OF_THREAD.get();
    }

    /** Reads what is stored for the key that a call names; returns its length, of which at most {@link #BYTES_MAX} are here now, or {@link #MISSING}. */
    int read(Call call, int argument) {
        Keyspace.checkName(call.length(argument));
        place.clear();
        place.put(Places.ENTRY);
        call.copyTo(argument, place);
        place.flip();
        entry.clear();
        return call.keyspace().data().read(KeySpace.KEYS, place, entry);
    }

    byte type() {
        return entry.get(0);
    }

    long expires() {
        return entry.getLong(1);
    }

    /** Lends all of it; the body begins at {@link Entry#HEADER}. */
    ByteBuf bytes() {
        return bytes;
    }
}
