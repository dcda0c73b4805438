package io.millrace.tiered.tool;

import java.util.List;

/**
 * Which replicas lack what of the segments that were asked about.
 *
 * @param questions answered or not
 * @param missing what live replicas lack, neighbours in one
 * @param dead replicas whose broker does not live, a line each
 * @param unclaimed segments whose topic is no more; they are orphans
 */
public record ReplicaReport(long questions, List<MissingRange> missing, List<String> dead, long unclaimed) {

    public ReplicaReport {
        missing = List.copyOf(missing);
        dead = List.copyOf(dead);
    }

    /** Whether every live replica holds every segment. */
    public boolean isComplete() {
        return missing.isEmpty();
    }
}
