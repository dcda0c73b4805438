package io.millrace.tiered.flush;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How much each active segment has written since it was forced. A segment that is seen for the first time counts from where it is: what it had may have been forced by whoever opened it.
 *
 * <p><b>Threads.</b> One.
 */
final class UnforcedBytes {

    private final long segmentBytes;
    private final Map<Path, Long> forced = new HashMap<>();

    /**
     * A segment that is to be forced.
     *
     * @param file its data
     * @param size up to which it is forced
     * @param bytes that are new
     */
    record Due(Path file, long size, long bytes) {}

    UnforcedBytes(long segmentBytes) {
        this.segmentBytes = segmentBytes;
    }

    /** Those that are due, the one with most new bytes first. What is not among the sizes is forgotten: Kafka forces what it rolls. */
    List<Due> due(Map<Path, Long> sizes) {
        forced.keySet().retainAll(sizes.keySet());
        return sizes.entrySet().stream()
                .map(entry -> due(entry.getKey(), entry.getValue()))
                .filter(due -> due.bytes() >= segmentBytes)
                .sorted(Comparator.comparingLong(Due::bytes).reversed().thenComparing(Due::file))
                .toList();
    }

    private Due due(Path file, long size) {
        long before = forced.computeIfAbsent(file, added -> size);
        if (size < before) {
            // Truncated: what comes is new again.
            forced.put(file, size);
            return new Due(file, size, 0);
        }
        return new Due(file, size, size - before);
    }

    /** It is on the device up to there. */
    void forced(Due due) {
        forced.put(due.file(), due.size());
    }
}
