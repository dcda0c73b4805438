package io.millrace.launcher.queue;

import java.nio.ByteBuffer;
import java.util.List;

/**
 * Which messages there are and in which order they are put: everything follows from these numbers, so that two processes
 * know the same without telling each other.
 *
 * <p>Each lane, a thread, has a range of queues of its own. It puts the first message of each of them, then the second of
 * each, in an order that jumps about. A message is 16 to 100 bytes that follow from seed, queue and offset.
 *
 * @param queues at least one a lane
 * @param messagesPerQueue at least 1
 * @param lanes at least 1
 * @param seed of the bytes
 */
record QueueWorkload(int queues, int messagesPerQueue, int lanes, long seed) {

    private static final int LENGTH_MIN = 16;
    private static final int LENGTHS = 85;

    /** A prime above most numbers of queues' divisors: following it visits each queue of a lane once. */
    private static final long STRIDE = 7_919;

    QueueWorkload {
        if (queues < lanes || messagesPerQueue < 1 || lanes < 1) {
            throw new IllegalArgumentException(
                    "nothing to put: queues=" + queues + ", messagesPerQueue=" + messagesPerQueue + ", lanes=" + lanes);
        }
    }

    /** Parses {@link #arguments}. */
    static QueueWorkload parse(List<String> arguments) {
        return new QueueWorkload(
                Integer.parseInt(arguments.get(0)),
                Integer.parseInt(arguments.get(1)),
                Integer.parseInt(arguments.get(2)),
                Long.parseLong(arguments.get(3)));
    }

    /** As the arguments of a process. */
    List<String> arguments() {
        return List.of(
                Integer.toString(queues),
                Integer.toString(messagesPerQueue),
                Integer.toString(lanes),
                Long.toString(seed));
    }

    /** All messages. */
    int messages() {
        return queues * messagesPerQueue;
    }

    /** Messages that a lane puts. */
    int messages(int lane) {
        return queuesOf(lane) * messagesPerQueue;
    }

    /** The queue of the message that a lane puts at this place of its order, from 0. */
    int queueAt(int lane, int index) {
        int count = queuesOf(lane);
        long step = count % STRIDE == 0 ? 1 : STRIDE;
        return firstQueue(lane) + (int) (index % count * step % count);
    }

    /** The offset of that message in its queue. */
    int offsetAt(int lane, int index) {
        return index / queuesOf(lane);
    }

    /** How many messages each queue must hold when each lane has had so many acknowledged. */
    int[] acknowledged(int[] countByLane) {
        int[] byQueue = new int[queues];
        for (int lane = 0; lane < lanes; lane++) {
            for (int index = 0; index < countByLane[lane]; index++) {
                byQueue[queueAt(lane, index)]++;
            }
        }
        return byQueue;
    }

    String name(int queue) {
        return "demo-" + queue;
    }

    /** The message at an offset of a queue. */
    byte[] message(int queue, long offset) {
        long state = mix(seed ^ mix(((long) queue << Integer.SIZE) + offset));
        byte[] message = new byte[LENGTH_MIN + (int) ((state >>> 1) % LENGTHS)];
        ByteBuffer bytes = ByteBuffer.wrap(message);
        while (bytes.hasRemaining()) {
            state = mix(state);
            if (bytes.remaining() >= Long.BYTES) {
                bytes.putLong(state);
            } else {
                bytes.put((byte) state);
            }
        }
        return message;
    }

    private int firstQueue(int lane) {
        return (int) ((long) queues * lane / lanes);
    }

    private int queuesOf(int lane) {
        return firstQueue(lane + 1) - firstQueue(lane);
    }

    /** One step of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). */
    private static long mix(long value) {
        long z = value + 0x9E37_79B9_7F4A_7C15L;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
