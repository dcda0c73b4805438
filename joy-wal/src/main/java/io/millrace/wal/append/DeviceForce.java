package io.millrace.wal.append;

import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentTable;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;

/** Forces segments, and their names in the directory, to the device. Remembers what is there already. One thread. */
final class DeviceForce {

    private final SegmentTable table;
    private final SegmentDirectory directory;
    private long oldest;
    private long namedUpTo;

    /** @param durable position below which everything is on the device */
    DeviceForce(SegmentTable table, SegmentDirectory directory, long durable) {
        this.table = table;
        this.directory = directory;
        this.oldest = Math.max(table.first().number(), table.first().geometry().numberOf(durable));
        this.namedUpTo = oldest;
    }

    /** Number of the oldest segment that may have bytes which are not on the device. */
    long oldest() {
        return oldest;
    }

    /** Everything that was written up to the end of this segment is on the device afterwards. */
    void forceUpTo(Segment last) throws IOException {
        for (long number = oldest; number <= last.number(); number++) {
            Segment segment = table.find(number);
            if (segment != null) {
                force(segment);
            }
        }
        if (namedUpTo <= last.number()) {
            directory.force();
            namedUpTo = last.number() + 1;
        }
        oldest = last.number();
    }

    private static void force(Segment segment) throws IOException {
        try {
            segment.file().channel().force(false);
            if (segment.isLeft()) {
                segment.file().close();
            }
        } catch (ClosedChannelException e) {
            if (!segment.isRetired()) {
                throw e;
            }
            // Truncated away, and its file deleted, between the look at the table and here.
        }
    }
}
