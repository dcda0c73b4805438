package io.millrace.wal.record;

import io.millrace.wal.WalRecord;

/**
 * The log's own types of records, beside those that {@link WalRecord} lays out.
 *
 * <pre>
 *   0 ──claim──► CLAIMED ──publish──► a caller's type
 *                       └──abort────► ABORTED
 *   0 ──────────► PAD                    the end of a segment that no record fits into
 *   0 ──────────► SLOT ──seal──► SEAL    the end of a commit group
 * </pre>
 *
 * <p>A claim writes its header before a byte of its payload, so that whoever finds the page of a killed process never takes payload for a header: what is behind a
 * header of 0 is either untouched, all zeros, or the next record.
 */
public final class RecordDescriptor {

    /** Nothing until the segment's last seal. */
    public static final int PAD = 1;

    /** Being written; its length is valid. */
    public static final int CLAIMED = 2;

    /** Given up by its writer. */
    public static final int ABORTED = 3;

    /** Room for a seal. */
    public static final int SLOT = 4;

    /** The end of a group, see {@link SealDescriptor}. */
    public static final int SEAL = 5;

    private RecordDescriptor() {}

    /** Whether the place is settled: neither untouched nor being written. */
    public static boolean isPublished(int header) {
        int type = WalRecord.type(header);
        return type != 0 && type != CLAIMED;
    }

    /** Header of a claimed place that a payload of so many bytes is being written to. */
    public static int claimed(int length) {
        return WalRecord.header(CLAIMED, length);
    }

    /** Header of a record of one of the log's own types that fills so many bytes, itself included. */
    public static int filling(int type, int bytes) {
        return WalRecord.header(type, bytes - WalRecord.headerLength());
    }

    /** Bytes from a record to the next. */
    public static int step(int header) {
        return WalRecord.alignedLength(WalRecord.length(header));
    }
}
