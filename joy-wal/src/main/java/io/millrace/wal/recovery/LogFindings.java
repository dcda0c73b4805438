package io.millrace.wal.recovery;

import io.millrace.wal.WalVisitor;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** What a scan finds, as the log's own tools see it. */
interface LogFindings extends WalVisitor {

    /** A group that holds, before its records. */
    void group(long position, int bytes, long start, long synced);

    /** So many records are published behind the last group, up to a position, and opening keeps them; after these records. */
    void unsealed(long records, long end);

    /** A damage for which opening refuses the log, whatever is known to be on the device. */
    void refusal(Path segment, long position, long bytes, boolean blind, String what);

    /** The findings of a visitor who need not know more. */
    static LogFindings of(WalVisitor visitor) {
        return new LogFindings() {
            @Override
            public void record(long position, int type, ByteBuffer memory, int index, int length) {
                visitor.record(position, type, memory, index, length);
            }

            @Override
            public boolean suspect(long position, int type, ByteBuffer memory, int index, int length) {
                return visitor.suspect(position, type, memory, index, length);
            }

            @Override
            public void damage(Path segment, long position, long bytes, boolean blind, String what) {
                visitor.damage(segment, position, bytes, blind, what);
            }

            @Override
            public boolean wantsMore() {
                return visitor.wantsMore();
            }

            @Override
            public void group(long position, int bytes, long start, long synced) {}

            @Override
            public void unsealed(long records, long end) {}

            @Override
            public void refusal(Path segment, long position, long bytes, boolean blind, String what) {
                visitor.damage(segment, position, bytes, blind, what);
            }
        };
    }
}
