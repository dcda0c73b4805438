package io.millrace.newsql.change;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the event of a commit, one change after the other. One use, one thread. */
public final class EventWriter {

    private static final int ROOM = 256;
    private static final int ROW_BYTES = Long.BYTES + 2 * Integer.BYTES;

    private ByteBuffer bytes = ByteBuffer.allocate(ROOM);
    private int count;

    private EventWriter(int kind, long transaction, long micros) {
        bytes.put((byte) kind).putLong(transaction).putLong(micros).putInt(0);
    }

    /** Of rows. @param micros since 1970 */
    public static EventWriter ofRows(long transaction, long micros) {
        return new EventWriter(EventDescriptor.ROWS, transaction, micros);
    }

    /** Of records of the catalog. @param micros since 1970 */
    public static EventWriter ofDefinitions(long transaction, long micros) {
        return new EventWriter(EventDescriptor.DEFINITIONS, transaction, micros);
    }

    public void row(long table, int schemaVersion, byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
        makeRoom(ROW_BYTES);
        bytes.putLong(table).putInt(schemaVersion).putInt(count++);
        images(key, before, after);
    }

    public void record(byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
        makeRoom(Integer.BYTES);
        bytes.putInt(count++);
        images(key, before, after);
    }

    private void images(byte[] key, byte @Nullable [] before, byte @Nullable [] after) {
        image(key);
        image(before);
        image(after);
    }

    private void image(byte @Nullable [] image) {
        makeRoom(Integer.BYTES + (image == null ? 0 : image.length));
        bytes.putInt(image == null ? EventDescriptor.NONE : image.length);
        if (image != null) {
            bytes.put(image);
        }
    }

    private void makeRoom(int length) {
        if (bytes.remaining() < length) {
            int needed = Math.addExact(bytes.position(), length);
            int roomy = (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bytes.capacity());
            ByteBuffer larger = ByteBuffer.allocate(Math.max(needed, roomy));
            bytes = larger.put(bytes.flip());
        }
    }

    /** Whether it tells of nothing: such an event is not worth writing. */
    public boolean isEmpty() {
        return count == 0;
    }

    public byte[] toBytes() {
        bytes.putInt(EventDescriptor.COUNT_OFFSET, count);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
