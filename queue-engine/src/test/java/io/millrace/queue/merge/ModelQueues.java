package io.millrace.queue.merge;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** A catalog for tests. */
final class ModelQueues implements EpochQueues {
    final Map<Integer, Long> next = new HashMap<>();
    final Map<Integer, Long> trimmed = new HashMap<>();
    final Set<Integer> deleted = new TreeSet<>();

    @Override
    public boolean isLive(int queueId) {
        return !deleted.contains(queueId);
    }

    @Override
    public long firstOffset(int queueId) {
        return trimmed.getOrDefault(queueId, 0L);
    }

    @Override
    public long nextOffset(int queueId) {
        return next.getOrDefault(queueId, 0L);
    }

    @Override
    public void advance(int queueId, long nextOffset) {
        if (nextOffset <= nextOffset(queueId)) {
            throw new AssertionError("queue=" + queueId + " goes back to " + nextOffset);
        }
        next.put(queueId, nextOffset);
    }
}
