package io.millrace.wal;

import io.millrace.memory.Page;
import io.millrace.wal.page.SegmentWindows;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes segments out at the log's beginning. One that the committer has not left yet goes once it has.
 *
 * <p><b>Threads.</b> Safe; one removal at a time.
 */
final class PrefixTruncation {

    private static final Logger LOG = LoggerFactory.getLogger(PrefixTruncation.class);

    private final SegmentTable table;
    private final SegmentGeometry geometry;
    private final SegmentSupply supply;
    private final SegmentWindows windows;
    private final RecordOrdinals ordinals;

    PrefixTruncation(
            SegmentTable table,
            SegmentGeometry geometry,
            SegmentSupply supply,
            SegmentWindows windows,
            RecordOrdinals ordinals) {
        this.table = table;
        this.geometry = geometry;
        this.supply = supply;
        this.windows = windows;
        this.ordinals = ordinals;
    }

    /** Lets go of all segments that lie wholly before a position. */
    synchronized void before(long position) {
        long number = Math.min(geometry.numberOf(position), table.last().number());
        table.startAt(number);
        for (Segment segment : table.all()) {
            if (segment.number() < table.startNumber()) {
                segment.abandon();
            }
        }
        removeLeft();
    }

    /** Removes what is wanted gone and left by now. */
    synchronized void removeLeft() {
        long number = table.first().number();
        while (number < table.startNumber() && isDone(table.find(number))) {
            number++;
        }
        if (number > table.first().number()) {
            ordinals.keep(number);
        }
        for (Segment segment : table.removeBefore(number)) {
            recycle(segment);
        }
    }

    private static boolean isDone(@Nullable Segment segment) {
        return segment != null && segment.isLeft();
    }

    private void recycle(Segment segment) {
        Page page = segment.retire();
        try {
            windows.forget(segment);
            supply.recycle(segment, page);
        } catch (IOException e) {
            LOG.warn(
                    "file of a truncated segment stays: file={}", segment.file().path(), e);
        }
    }
}
