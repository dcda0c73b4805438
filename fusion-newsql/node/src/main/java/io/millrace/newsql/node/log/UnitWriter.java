package io.millrace.newsql.node.log;

import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreBatch.Write;
import org.jspecify.annotations.Nullable;

/** Lays a commit out as {@link UnitDescriptor} says, in an array that the next one uses again. <b>Threads.</b> The writer's. */
final class UnitWriter {

    /** An array that one large commit needed is not kept. */
    private static final int KEPT_BYTES_MAX = 4 << 20;

    private byte[] bytes = new byte[4096];
    private int at;

    /** Returns the unit's length; its bytes are {@link #bytes()} from 0. */
    int write(StoreBatch batch) {
        makeRoom(lengthOf(batch));
        at = 0;
        bytes[at++] = UnitDescriptor.VERSION;
        optional(batch.event());
        varint(batch.writes().size());
        for (Write write : batch.writes()) {
            bytes[at++] = (byte) write.space().number();
            varint(write.key().length);
            raw(write.key());
            optional(write.value());
        }
        return at;
    }

    byte[] bytes() {
        return bytes;
    }

    private static int lengthOf(StoreBatch batch) {
        byte[] event = batch.event();
        int length = 1
                + UnitDescriptor.VARINT_BYTES_MAX
                + (event == null ? 0 : event.length)
                + UnitDescriptor.VARINT_BYTES_MAX;
        for (Write write : batch.writes()) {
            byte[] value = write.value();
            length += 1 + 2 * UnitDescriptor.VARINT_BYTES_MAX + write.key().length + (value == null ? 0 : value.length);
        }
        return length;
    }

    private void makeRoom(int length) {
        if (bytes.length < length || bytes.length > KEPT_BYTES_MAX && length <= KEPT_BYTES_MAX) {
            bytes = new byte[Math.max(length, Math.min(KEPT_BYTES_MAX, 2 * length))];
        }
    }

    private void optional(byte @Nullable [] value) {
        if (value == null) {
            varint(0);
            return;
        }
        varint(value.length + 1);
        raw(value);
    }

    private void raw(byte[] value) {
        System.arraycopy(value, 0, bytes, at, value.length);
        at += value.length;
    }

    private void varint(int value) {
        int left = value;
        while (left > 0x7F) {
            bytes[at++] = (byte) (left | 0x80);
            left >>>= 7;
        }
        bytes[at++] = (byte) left;
    }
}
