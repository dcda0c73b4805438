package io.millrace.wal.append;

import io.millrace.memory.Page;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.segment.Segment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A place in the log that one thread writes to and then publishes or gives up; used again for the next. */
public final class Claim {

    private @Nullable LogTail tail;
    private @Nullable Segment segment;
    private @Nullable Page page;
    private int start;
    private int type;
    private int length;

    void set(LogTail owner, Segment in, int index, int recordType, int recordLength) {
        tail = owner;
        segment = in;
        page = in.page();
        start = index;
        type = recordType;
        length = recordLength;
    }

    /** Position of the record. */
    public long position() {
        return Objects.requireNonNull(segment, "nothing is claimed").base() + start;
    }

    public Page page() {
        return Objects.requireNonNull(page, "nothing is claimed");
    }

    /** Index of the payload in the page. */
    public int index() {
        return start + WalRecord.headerLength();
    }

    public int length() {
        return length;
    }

    /** Makes the record visible: what its thread wrote before is seen by who reads it. */
    public void publish() {
        settle(WalRecord.header(type, length));
    }

    /** Gives the place up: readers step over it. */
    public void abort() {
        settle(WalRecord.header(RecordDescriptor.ABORTED, length));
    }

    /** Whether there is a claim to settle. */
    public boolean isOpen() {
        return page != null;
    }

    private void settle(int header) {
        Page claimed = page;
        Segment in = segment;
        LogTail owner = tail;
        if (claimed == null || in == null || owner == null) {
            throw new IllegalStateException("nothing is claimed: a claim is published or aborted once");
        }
        page = null;
        claimed.setIntRelease(start, header);
        owner.published(in, start, WalRecord.alignedLength(length));
    }
}
