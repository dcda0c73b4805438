package io.millrace.newsql.node.log;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Takes a commit out of a unit's bytes: the same writes and event, without requirements. <b>Threads.</b> One object a unit. */
final class UnitReader {

    private static final KeySpace[] SPACES = KeySpace.values();

    private final byte[] bytes;
    private final long position;
    private int at;

    private UnitReader(byte[] bytes, long position) {
        this.bytes = bytes;
        this.position = position;
    }

    /**
     * Copies what it takes.
     *
     * @throws StoreException with {@code CORRUPT} or {@code UNSUPPORTED}, naming the position
     */
    static StoreBatch read(byte[] unit, long position) {
        return new UnitReader(unit, position).batch();
    }

    /**
     * A copy of the event alone; null if the unit has none. Borrows.
     *
     * @throws StoreException as {@link #read}
     */
    static byte @Nullable [] event(ByteBuf unit, long position) {
        int from = unit.readerIndex();
        int head = Math.min(unit.readableBytes(), 1 + UnitDescriptor.VARINT_BYTES_MAX);
        byte[] begin = new byte[head];
        unit.getBytes(from, begin);
        UnitReader reader = new UnitReader(begin, position);
        reader.checkVersion();
        int length = reader.varint() - 1;
        if (length < 0) {
            return null;
        }
        if (length > unit.readableBytes() - reader.at) {
            throw reader.corrupt("length", length);
        }
        byte[] event = new byte[length];
        unit.getBytes(from + reader.at, event);
        return event;
    }

    private StoreBatch batch() {
        checkVersion();
        StoreBatch batch = new StoreBatch();
        byte[] event = optional();
        if (event != null) {
            batch.event(event);
        }
        for (int left = varint(); left > 0; left--) {
            KeySpace space = space();
            byte[] key = raw(varint());
            byte[] value = optional();
            if (value == null) {
                batch.delete(space, key);
            } else {
                batch.put(space, key, value);
            }
        }
        if (at != bytes.length) {
            throw corrupt("bytes behind the last write", bytes.length - at);
        }
        return batch;
    }

    private void checkVersion() {
        int version = next();
        if (version != UnitDescriptor.VERSION) {
            throw new StoreException(
                    Reason.UNSUPPORTED,
                    "commit of another version in the log: version=" + version + " (expected: " + UnitDescriptor.VERSION
                            + "), position=" + position);
        }
    }

    private KeySpace space() {
        int number = next();
        if (number >= SPACES.length) {
            throw corrupt("key space", number);
        }
        return SPACES[number];
    }

    private byte @Nullable [] optional() {
        int length = varint();
        return length == 0 ? null : raw(length - 1);
    }

    private byte[] raw(int length) {
        if (length < 0 || length > bytes.length - at) {
            throw corrupt("length", length);
        }
        at += length;
        return Arrays.copyOfRange(bytes, at - length, at);
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; shift < 7 * UnitDescriptor.VARINT_BYTES_MAX; shift += 7) {
            int next = next();
            value |= (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw corrupt("number of more than bytes", UnitDescriptor.VARINT_BYTES_MAX);
    }

    private int next() {
        if (at == bytes.length) {
            throw corrupt("end of the unit at", at);
        }
        return bytes[at++] & 0xFF;
    }

    private StoreException corrupt(String what, long seen) {
        return new StoreException(
                Reason.CORRUPT,
                "no commit in the log: " + what + '=' + seen + ", index=" + at + ", position=" + position);
    }
}
