package io.millrace.newsql.node;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.Semaphore;

/**
 * Commits from a few threads, several at a time each, until it is killed, and says what was acknowledged.
 *
 * <p>Commit n of thread t writes n to the key of t in two spaces, adds its entry to the history of t and takes the oldest one away; now and then it is larger than a record of the log.
 */
public final class KilledCommitter {

    static final int THREADS = 4;
    static final String FOLLOWER = "follower";
    static final int HISTORY = 100;
    private static final int IN_FLIGHT = 8;
    private static final int LARGE = 700_000;

    private KilledCommitter() {}

    public static void main(String[] args) {
        NodeStore store = NodeStore.open(Path.of(args[0]), NodeStoreModelTest.small());
        if (store.changes().cursors().isEmpty()) {
            store.changes().create(FOLLOWER);
        }
        long[] next = new long[THREADS];
        for (int thread = 0; thread < THREADS; thread++) {
            byte[] found = store.get(KeySpace.ROWS, counter(thread));
            next[thread] = found == null ? 0 : ByteBuffer.wrap(found).getLong() + 1;
        }
        System.out.println("OPEN " + Arrays.toString(next));
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            new Thread(() -> commit(store, number, next[number])).start();
        }
    }

    private static void commit(NodeStore store, int thread, long from) {
        Semaphore room = new Semaphore(IN_FLIGHT);
        for (long count = from; ; count++) {
            room.acquireUninterruptibly();
            long acknowledged = count;
            store.commit(batch(thread, count)).whenComplete((position, failure) -> {
                if (failure == null) {
                    System.out.println("ACK " + thread + " " + acknowledged);
                    room.release();
                } else {
                    System.out.println("FAILED " + failure);
                }
            });
        }
    }

    private static StoreBatch batch(int thread, long count) {
        byte[] value = value(count);
        StoreBatch batch = new StoreBatch()
                .put(KeySpace.ROWS, counter(thread), value)
                .put(KeySpace.ROWS, history(thread, count), value)
                .put(KeySpace.INDEXES, counter(thread), value)
                .event(event(thread, count));
        if (count >= HISTORY) {
            batch.delete(KeySpace.ROWS, history(thread, count - HISTORY));
        }
        return batch;
    }

    static byte[] counter(int thread) {
        return ("count-" + thread).getBytes(StandardCharsets.US_ASCII);
    }

    static byte[] history(int thread, long count) {
        return ByteBuffer.allocate(10)
                .put((byte) 'h')
                .put((byte) thread)
                .putLong(count)
                .array();
    }

    /** The value, behind the thread's number. */
    static byte[] event(int thread, long count) {
        byte[] value = value(count);
        return ByteBuffer.allocate(1 + value.length)
                .put((byte) thread)
                .put(value)
                .array();
    }

    /** The count, and bytes that follow from it. */
    static byte[] value(long count) {
        byte[] value = new byte[Long.BYTES + (count % 97 == 96 ? LARGE : (int) (count * 31 % 3000))];
        Arrays.fill(value, (byte) count);
        ByteBuffer.wrap(value).putLong(count);
        return value;
    }
}
