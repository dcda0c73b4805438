package io.millrace.tiered.log;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Which leader wrote which offsets of a log: each epoch with its first offset, up to that of the next. Immutable.
 *
 * <p><b>Shape.</b> Epochs and offsets grow together. The last epoch has no end.
 */
public final class LeaderEpochs {

    private final NavigableMap<Integer, Long> starts;

    private LeaderEpochs(NavigableMap<Integer, Long> starts) {
        this.starts = Collections.unmodifiableNavigableMap(starts);
    }

    /** Of epochs and the first offset of each. */
    public static LeaderEpochs of(Map<Integer, Long> starts) {
        return new LeaderEpochs(new TreeMap<>(starts));
    }

    /**
     * Reads Kafka's file {@code leader-epoch-checkpoint}: a version, a count, and a line with epoch and offset for each.
     *
     * @throws IllegalArgumentException if it is not that
     */
    static LeaderEpochs parse(byte[] file) {
        String[] lines = new String(file, StandardCharsets.US_ASCII).split("\n", -1);
        TreeMap<Integer, Long> starts = new TreeMap<>();
        try {
            int count = lines.length < 2 || !lines[0].trim().equals("0") ? -1 : Integer.parseInt(lines[1].trim());
            if (count < 0 || count > lines.length - 2) {
                throw new IllegalArgumentException(
                        "epochs: " + count + " in " + lines.length + " lines (expected: all)");
            }
            for (int i = 0; i < count; i++) {
                String[] fields = lines[i + 2].trim().split(" ", -1);
                starts.put(Integer.valueOf(fields[0]), Long.valueOf(fields[1]));
            }
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalArgumentException("not a checkpoint of leader epochs: " + e.getMessage(), e);
        }
        return new LeaderEpochs(starts);
    }

    /** The first offset of an epoch; empty if nobody wrote in it here. */
    public OptionalLong start(int epoch) {
        Long start = starts.get(epoch);
        return start == null ? OptionalLong.empty() : OptionalLong.of(start);
    }

    /** The first offset behind an epoch; {@link Long#MAX_VALUE} for the last. */
    public long end(int epoch) {
        Map.Entry<Integer, Long> next = starts.higherEntry(epoch);
        return next == null ? Long.MAX_VALUE : next.getValue();
    }

    /** Epochs and their first offsets. */
    public NavigableMap<Integer, Long> starts() {
        return starts;
    }

    /** The epochs of these offsets alone, both inclusive; the first begins with the first offset at the earliest. */
    public LeaderEpochs between(long first, long last) {
        TreeMap<Integer, Long> within = new TreeMap<>();
        starts.forEach((epoch, start) -> {
            if (start <= last && end(epoch) > first) {
                within.put(epoch, Math.max(start, first));
            }
        });
        return new LeaderEpochs(within);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LeaderEpochs that && starts.equals(that.starts);
    }

    @Override
    public int hashCode() {
        return starts.hashCode();
    }

    @Override
    public String toString() {
        return starts.toString();
    }
}
