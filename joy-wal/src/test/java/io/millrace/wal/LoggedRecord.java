package io.millrace.wal;

import java.util.Arrays;

/** A record as a test knows it. */
record LoggedRecord(long position, int type, byte[] bytes) {

    @Override
    public boolean equals(Object other) {
        return other instanceof LoggedRecord that
                && position == that.position
                && type == that.type
                && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(position);
    }

    @Override
    public String toString() {
        return position + ":" + type + "[" + bytes.length + "]#" + Arrays.hashCode(bytes);
    }
}
