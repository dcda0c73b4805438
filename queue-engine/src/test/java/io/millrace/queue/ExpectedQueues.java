package io.millrace.queue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the queues of one writer should hold after the steps that it has taken. */
final class ExpectedQueues {

    private final Map<String, ExpectedQueue> queues = new HashMap<>();

    /** Takes a step as an engine does. */
    void take(Step step) {
        for (int i = 0; i < messages(step); i++) {
            put(step, i);
        }
        ExpectedQueue queue = queues.get(step.queue());
        if (queue != null) {
            switch (step.kind()) {
                case TRIM -> queue.trim(queue.next() - step.count());
                case DELETE -> queues.remove(step.queue());
                case COMMIT -> queue.commit();
                default -> {}
            }
        }
    }

    private static int messages(Step step) {
        return step.kind() == Step.Kind.PUT ? step.count() : 0;
    }

    private void put(Step step, int index) {
        queues.computeIfAbsent(step.queue(), name -> new ExpectedQueue()).put(step.id() + index);
    }

    /**
     * Goes on from what was acknowledged to what is there, which is at most these steps further: of a batch, a beginning
     * may be there. Returns what is wrong, or null if one of these states is what the engine holds.
     */
    @Nullable
    String settle(QueueEngine engine, List<Step> rest) {
        TreeSet<String> touched = new TreeSet<>();
        rest.forEach(step -> touched.add(step.queue()));
        String difference = difference(engine, touched);
        String first = difference;
        for (Step step : rest) {
            for (int i = 0; difference != null && i < messages(step); i++) {
                if (i == 0 && !queues.containsKey(step.queue())) {
                    queues.put(step.queue(), new ExpectedQueue()); // made, and the message not put yet
                    difference = difference(engine, touched);
                    if (difference == null) {
                        break;
                    }
                }
                put(step, i);
                difference = difference(engine, touched);
            }
            if (difference == null) {
                break;
            }
            if (step.kind() != Step.Kind.PUT) {
                take(step);
                difference = difference(engine, touched);
            }
        }
        return difference == null
                ? difference(engine)
                : "no state between acknowledged (" + first + ") and begun (" + difference + ")";
    }

    private @Nullable String difference(QueueEngine engine, Iterable<String> names) {
        for (String name : names) {
            ExpectedQueue queue = queues.get(name);
            String difference = queue != null
                    ? queue.difference(engine, name)
                    : engine.findQueue(name) == null ? null : "not there to be: " + name;
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    /** What is wrong with the queues as they are, or null. */
    @Nullable
    String difference(QueueEngine engine) {
        return difference(engine, queues.keySet());
    }

    void forEach(BiConsumer<String, ExpectedQueue> visitor) {
        queues.forEach(visitor);
    }

    void set(String name, ExpectedQueue queue) {
        queues.put(name, queue);
    }

    ExpectedQueues copy() {
        ExpectedQueues copy = new ExpectedQueues();
        queues.forEach((name, queue) -> copy.queues.put(name, queue.copy()));
        return copy;
    }

    int count() {
        return queues.size();
    }
}
