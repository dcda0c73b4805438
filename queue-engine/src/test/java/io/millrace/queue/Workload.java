package io.millrace.queue;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/**
 * What one writer does to queues of its own, step by step, all of it said by a seed: a test that knows the seed and how
 * many steps were acknowledged knows what the queues must hold, whoever took the steps.
 */
final class Workload {

    /** The group whose cursors are committed. */
    static final String GROUP = "group";

    private static final int BATCH_MAX = 24;
    private static final int KEPT_MAX = 20;

    private final SplittableRandom random;
    private final int writer;
    private final int queues;

    Workload(long seed, int writer, int queues) {
        this.random = new SplittableRandom(mix(seed + writer));
        this.writer = writer;
        this.queues = queues;
    }

    Step next() {
        double skew = random.nextDouble();
        String queue = name(writer, (int) (queues * skew * skew));
        long id = random.nextLong();
        int chance = random.nextInt(100);
        if (chance < 4) {
            return new Step(Step.Kind.TRIM, queue, random.nextInt(KEPT_MAX), id);
        }
        if (chance < 5) {
            return new Step(Step.Kind.DELETE, queue, 0, id);
        }
        if (chance < 8) {
            return new Step(Step.Kind.COMMIT, queue, 0, id);
        }
        return new Step(Step.Kind.PUT, queue, chance < 18 ? 2 + random.nextInt(BATCH_MAX) : 1, id);
    }

    List<Step> next(int count) {
        return Stream.generate(this::next).limit(count).toList();
    }

    /** Short names and such as are too long for a queue's line in the catalog. */
    static String name(int writer, int queue) {
        return "w" + writer + (queue % 5 == 0 ? "-a-name-longer-than-a-line-of-the-catalog-" : "-") + queue;
    }

    /** Takes a step; it is acknowledged when this returns. */
    static void take(Step step, QueueEngine engine) {
        if (step.kind() == Step.Kind.PUT) {
            put(step, engine);
            return;
        }
        QueueId queue = engine.findQueue(step.queue());
        if (queue == null) {
            return;
        }
        switch (step.kind()) {
            case TRIM -> engine.trim(queue, Math.max(0, engine.nextOffset(queue) - step.count()));
            case DELETE -> engine.delete(queue);
            default -> engine.commitCursor(GROUP, queue, engine.nextOffset(queue));
        }
    }

    private static void put(Step step, QueueEngine engine) {
        if (step.count() == 1) {
            engine.store().put(step.queue(), message(step.id()));
            return;
        }
        List<ByteBuf> batch = new ArrayList<>();
        for (int i = 0; i < step.count(); i++) {
            batch.add(Unpooled.wrappedBuffer(message(step.id() + i)));
        }
        engine.appendBatch(engine.queue(step.queue()), batch);
    }

    /** The message with this id: mostly short, now and then empty or some kilobytes. */
    static byte[] message(long id) {
        long state = mix(id);
        int kind = (int) (state >>> 58);
        int length = kind == 0 ? (int) (state & 0xFFF) : kind == 1 ? 0 : 8 + (int) (state & 0x3F);
        byte[] message = new byte[length];
        for (int i = 0; i < length; i++) {
            if ((i & 7) == 0) {
                state = mix(state);
            }
            message[i] = (byte) (state >>> (i & 7) * 8);
        }
        return message;
    }

    /** The finalizer of SplitMix64. */
    private static long mix(long value) {
        long z = value + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }
}
