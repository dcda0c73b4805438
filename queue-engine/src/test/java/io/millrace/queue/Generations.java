package io.millrace.queue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that queues of one writer may hold after a crash that loses what was not on the device: of each queue a beginning of
 * its messages, or, if it was deleted and made again, of those of one of its lives; and no less than was there at first.
 */
final class Generations {

    private final Map<String, List<ExpectedQueue>> lives = new HashMap<>();
    private final Map<String, Long> least = new HashMap<>();
    private final Map<String, Boolean> live = new HashMap<>();

    /** At first these are there, on the device. */
    Generations(ExpectedQueues start) {
        this(start, true);
    }

    /** At first these are there, on the device or not. */
    Generations(ExpectedQueues start, boolean durable) {
        start.forEach((name, queue) -> {
            add(name, queue.copy());
            if (durable) {
                least.put(name, queue.next());
            }
        });
    }

    /** A step may have been taken. Messages that it trims are remembered, for the trim may be lost. */
    void take(Step step) {
        boolean exists = live.getOrDefault(step.queue(), false);
        switch (step.kind()) {
            case PUT -> {
                if (!exists) {
                    add(step.queue(), new ExpectedQueue());
                }
                List<ExpectedQueue> queue = lives.getOrDefault(step.queue(), List.of());
                for (int i = 0; i < step.count(); i++) {
                    queue.get(queue.size() - 1).put(step.id() + i);
                }
            }
            case DELETE -> {
                live.put(step.queue(), false);
                least.remove(step.queue());
            }
            default -> {}
        }
    }

    private void add(String name, ExpectedQueue queue) {
        lives.computeIfAbsent(name, n -> new ArrayList<>()).add(queue);
        live.put(name, true);
    }

    /**
     * What is there, which is one of these states.
     *
     * @throws AssertionError if it is not
     */
    ExpectedQueues settle(QueueEngine engine) {
        ExpectedQueues settled = new ExpectedQueues();
        lives.forEach((name, queues) -> {
            QueueId queue = engine.findQueue(name);
            if (queue != null) {
                settled.set(name, settle(engine, queue, queues));
            } else if (least.containsKey(name)) {
                throw new AssertionError("missing: " + name);
            }
        });
        return settled;
    }

    private ExpectedQueue settle(QueueEngine engine, QueueId queue, List<ExpectedQueue> candidates) {
        @Nullable String difference = null;
        for (ExpectedQueue candidate : candidates) {
            difference = candidate.cutTo(engine, queue);
            if (difference == null) {
                long kept = engine.nextOffset(queue);
                if (kept < least.getOrDefault(queue.name(), 0L)) {
                    throw new AssertionError("lost from " + queue.name() + ": next offset " + kept + " (expected: >= "
                            + least.get(queue.name()) + ")");
                }
                return candidate;
            }
        }
        throw new AssertionError("no beginning of what was put: " + queue.name() + ", " + difference);
    }
}
