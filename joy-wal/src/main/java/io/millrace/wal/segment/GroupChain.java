package io.millrace.wal.segment;

/** Where the chain of groups has come to: what the next seal continues. One thread. */
public final class GroupChain {

    private int crc;
    private long ordinal;
    private long start;

    /** A chain whose last group has this checksum, with so many callers' records up to it. */
    public GroupChain(int crc, long ordinal) {
        this.crc = crc;
        this.ordinal = ordinal;
    }

    /** Checksum of the last group; 0 before the first. */
    public int crc() {
        return crc;
    }

    /** Callers' records up to the last group's end. */
    public long ordinal() {
        return ordinal;
    }

    /** Where the log began when the last group was sealed; 0 before the first. */
    public long start() {
        return start;
    }

    /** The chain goes on behind a group. */
    public void append(int groupCrc, long groupRecords, long groupStart) {
        crc = groupCrc;
        ordinal += groupRecords;
        start = groupStart;
    }
}
