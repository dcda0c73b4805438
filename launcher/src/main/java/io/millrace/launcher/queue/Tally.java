package io.millrace.launcher.queue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adds up the acknowledgements of one child. <b>Threads:</b> thread-safe. */
final class Tally {

    private final int[] counts;
    private final List<Long> putNanos = new ArrayList<>();
    private long elapsedNanos;

    Tally(int lanes) {
        counts = new int[lanes];
    }

    /** A line of the child, an acknowledgement or not. */
    synchronized void add(String line) {
        Acknowledgement.parse(line).ifPresent(acknowledgement -> {
            counts[acknowledgement.lane()] = acknowledgement.count();
            elapsedNanos = Math.max(elapsedNanos, acknowledgement.elapsedNanos());
            putNanos.addAll(acknowledgement.putNanos());
        });
    }

    /** By lane. */
    synchronized int[] counts() {
        return counts.clone();
    }

    /** Of all lanes. */
    synchronized long acknowledged() {
        return Arrays.stream(counts).asLongStream().sum();
    }

    /** Until the last acknowledgement, on the child's clock. */
    synchronized long elapsedNanos() {
        return elapsedNanos;
    }

    /** Times of some of the puts. */
    synchronized List<Long> putNanos() {
        return List.copyOf(putNanos);
    }
}
