package io.millrace.tiered.cold;

import io.millrace.tiered.rate.WaitingClock;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Where a new segment goes: to the directory with the most room, counting what is being copied there; to one that failed a moment ago only if no other is left.
 *
 * <p><b>Threads.</b> Safe.
 */
final class Placement {

    private static final Logger LOGGER = LoggerFactory.getLogger(Placement.class);

    /** Long enough that a dead disk costs few copies a failure, short enough that one that came back is used soon. */
    private static final long AVOIDED_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final WaitingClock clock;
    private final Map<ColdDirectory, Long> promised = new HashMap<>();
    private final Map<ColdDirectory, Long> failedAt = new HashMap<>();

    /** A directory and the bytes in it that nobody has been promised. */
    private record Room(ColdDirectory directory, long bytes, boolean avoided) {}

    Placement(WaitingClock clock) {
        this.clock = clock;
    }

    /** The directories that have room for so many bytes, best first. */
    synchronized List<ColdDirectory> order(List<ColdDirectory> directories, long bytes) {
        List<Room> rooms = new ArrayList<>();
        for (ColdDirectory directory : directories) {
            long room = room(directory);
            if (room >= bytes) {
                rooms.add(new Room(directory, room, isAvoided(directory)));
            }
        }
        rooms.sort(Comparator.comparing(Room::avoided).thenComparing(Room::bytes, Comparator.reverseOrder()));
        return rooms.stream().map(Room::directory).toList();
    }

    synchronized void promise(ColdDirectory directory, long bytes) {
        promised.merge(directory, bytes, Long::sum);
    }

    synchronized void settle(ColdDirectory directory, long bytes) {
        promised.merge(directory, -bytes, Long::sum);
    }

    synchronized void failed(ColdDirectory directory, IOException failure) {
        if (failedAt.put(directory, clock.nanos()) == null) {
            LOGGER.warn("cold directory fails, others are used: directory={} reason={}", directory, failure.toString());
        }
    }

    synchronized void worked(ColdDirectory directory) {
        if (failedAt.remove(directory) != null) {
            LOGGER.info("cold directory works again: directory={}", directory);
        }
    }

    private boolean isAvoided(ColdDirectory directory) {
        Long at = failedAt.get(directory);
        return at != null && clock.nanos() - at < AVOIDED_NANOS;
    }

    private long room(ColdDirectory directory) {
        try {
            return directory.usableBytes() - promised.getOrDefault(directory, 0L);
        } catch (IOException e) {
            failed(directory, e);
            return -1;
        }
    }
}
