package io.millrace.wal;

import io.millrace.memory.Page;
import io.millrace.wal.append.Claim;

/**
 * A place in the log that the caller writes in place and then {@linkplain #publish() publishes} or {@linkplain #abort() gives up}; made once and used for any number of
 * records.
 *
 * <p><b>Ownership.</b> Lends the page between {@link WriteAheadLog#claim} and {@link #publish}. <b>Threads.</b> One. A claim that is never settled holds up
 * readers, syncs and in the end appenders: settle it in {@code finally}.
 */
public final class RecordClaim {

    final Claim claim = new Claim();

    /** Position of the record. */
    public long position() {
        return claim.position();
    }

    /** Borrows: the page to write to. */
    public Page page() {
        return claim.page();
    }

    /** Index in the page of the payload's first byte. */
    public int index() {
        return claim.index();
    }

    /** Bytes of the payload. */
    public int length() {
        return claim.length();
    }

    /** Makes the record visible, with what was written before. */
    public void publish() {
        claim.publish();
    }

    /** Gives the place up; readers step over it. */
    public void abort() {
        claim.abort();
    }

    /** Whether a place is claimed and not settled. */
    public boolean isOpen() {
        return claim.isOpen();
    }
}
