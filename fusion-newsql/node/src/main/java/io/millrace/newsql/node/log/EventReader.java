package io.millrace.newsql.node.log;

import io.millrace.newsql.node.ChangeReader;
import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.wal.LogReader;
import io.millrace.wal.WalException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Walks the units of the log behind a commit and takes out their events. One that is in the log, and not on the device yet, is waited for: a power cut could take it back. */
final class EventReader implements ChangeReader {

    /** Between looks at the end of the log. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    private final CommitLog log;
    private final LogReader records;
    private @Nullable ByteArrayOutputStream parts;
    private boolean stands;
    private long position;
    private byte[] event = {};

    /** Takes the reader, whose next record is the first to look at. */
    EventReader(CommitLog log, LogReader records) {
        this.log = log;
        this.records = records;
    }

    @Override
    public boolean next(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            while (standsOnDevice(end)) {
                stands = false;
                byte[] found = take();
                if (found != null) {
                    position = records.position();
                    event = found;
                    return true;
                }
            }
            return false;
        } catch (WalException e) {
            throw e.reason() == WalException.Reason.NO_RECORD
                    ? new StoreException(
                            Reason.LOST,
                            "reader of changes is too slow, the log has let go of what comes next: " + e.getMessage(),
                            e)
                    : log.failure(e);
        }
    }

    /** Whether it stands at a record that was not taken yet, and is on the device. */
    private boolean standsOnDevice(long end) {
        while (true) {
            stands = stands || records.next();
            if (stands && log.isDurable(records.position())) {
                return true;
            }
            long left = end - System.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, Math.min(left, LOOK_NANOS));
        }
    }

    /** The event of the unit that ends with this record; null if there is none, or the unit goes on. */
    private byte @Nullable [] take() {
        ByteBuf record = records.record();
        switch (records.type()) {
            case UnitDescriptor.WHOLE -> {
                parts = null;
                return UnitReader.event(record, records.position());
            }
            case UnitDescriptor.FIRST -> {
                parts = new ByteArrayOutputStream(2 * record.readableBytes());
                add(parts, record);
                return null;
            }
            case UnitDescriptor.MIDDLE -> {
                add(parts, record);
                return null;
            }
            case UnitDescriptor.LAST -> {
                byte[] unit = add(parts, record).toByteArray();
                parts = null;
                return UnitReader.event(Unpooled.wrappedBuffer(unit), records.position());
            }
            default -> throw new StoreException(
                    Reason.UNSUPPORTED,
                    "record of an unknown type in the log: type=" + records.type() + ", position="
                            + records.position());
        }
    }

    private ByteArrayOutputStream add(@Nullable ByteArrayOutputStream to, ByteBuf record) {
        if (to == null) {
            throw new StoreException(
                    Reason.CORRUPT, "part of a commit without its first: position=" + records.position());
        }
        byte[] bytes = new byte[record.readableBytes()];
        record.getBytes(record.readerIndex(), bytes);
        to.writeBytes(bytes);
        return to;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public byte[] event() {
        return event;
    }

    @Override
    public void close() {
        records.close();
    }
}
