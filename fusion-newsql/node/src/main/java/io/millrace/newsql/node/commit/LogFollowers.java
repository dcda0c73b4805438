package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.log.CommitLog;
import io.millrace.newsql.node.store.ReaderCursors;
import io.millrace.newsql.node.store.ReaderCursors.Place;
import io.millrace.newsql.node.store.Tables;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Who holds the log back. The cursors are read from the tables when the log could go: that is once for each file of data. <b>Threads.</b> {@link #keptFrom} is the writer's. */
final class LogFollowers {

    private static final Logger LOG = LoggerFactory.getLogger(LogFollowers.class);

    private final CommitLog log;
    private final Tables tables;
    private final long bytesMax;

    /** @param bytesMax of the log that are kept for one that is behind */
    LogFollowers(CommitLog log, Tables tables, long bytesMax) {
        this.log = log;
        this.tables = tables;
        this.bytesMax = bytesMax;
    }

    /** The position from which the log is needed, by followers or beyond one that files have. */
    long keptFrom(long flushed) {
        long kept = flushed;
        for (Place place : ReaderCursors.in(tables)) {
            if (!log.has(place.position())) {
                continue;
            }
            long behind = log.bytesBehind(place.position());
            if (behind > bytesMax) {
                LOG.warn(
                        "follower of changes is too far behind, the log is not kept for it any more: cursor={}, position={}, bytes={} (kept: {})",
                        place.name(),
                        place.position(),
                        behind,
                        bytesMax);
            } else {
                kept = Math.min(kept, place.position());
            }
        }
        return kept;
    }

    /** Of the farthest; 0 if there are none. */
    long bytesBehind() {
        return ReaderCursors.in(tables).stream()
                .mapToLong(place -> log.bytesBehind(place.position()))
                .max()
                .orElse(0);
    }
}
