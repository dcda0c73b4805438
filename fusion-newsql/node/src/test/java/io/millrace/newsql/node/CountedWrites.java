package io.millrace.newsql.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.NavigableMap;
import java.util.Random;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** Commits n = 0, 1, 2 … to a store until it is closed: n to the key of n mod {@value #KEYS}, and as the count. So what a store holds follows from its count. */
final class CountedWrites implements AutoCloseable {

    private static final int KEYS = 300;
    private static final int IN_FLIGHT = 64;

    private final NavigableMap<Long, Integer> acknowledged = new ConcurrentSkipListMap<>();
    private final Semaphore room = new Semaphore(IN_FLIGHT);
    private final NodeStore store;
    private final int first;
    private final Thread thread;
    private volatile boolean failed;
    private volatile boolean late;
    private volatile boolean ending;

    CountedWrites(NodeStore store) {
        this(store, 0);
    }

    CountedWrites(NodeStore store, int first) {
        this.store = store;
        this.first = first;
        this.thread = new Thread(this::run, "writes");
        thread.start();
    }

    private void run() {
        for (int number = first; !ending && !failed; number++) {
            room.acquireUninterruptibly();
            int n = number;
            store.commit(batch(n)).whenComplete((position, failure) -> {
                if (failure == null) {
                    late |= failed;
                    acknowledged.put(position, n);
                } else {
                    failed = true;
                }
                room.release();
            });
        }
        room.acquireUninterruptibly(IN_FLIGHT);
    }

    void awaitMore(int commits) {
        int enough = acknowledged.size() + commits;
        Awaitility.await().until(() -> acknowledged.size() >= enough);
    }

    void awaitFailure() {
        Awaitility.await().until(() -> failed);
    }

    /** The last number that was acknowledged. */
    int acknowledgedMax() {
        return acknowledged.lastEntry().getValue();
    }

    /** The number that was committed at a position; once closed. */
    int at(long position) {
        Integer number = acknowledged.get(position);
        assertThat(number).as("a commit of position %s", position).isNotNull();
        return number == null ? -1 : number;
    }

    @Override
    public void close() throws InterruptedException {
        ending = true;
        thread.join();
        assertThat(late).as("acknowledged behind a failure").isFalse();
    }

    static StoreBatch batch(int number) {
        byte[] value = value(number);
        return new StoreBatch()
                .put(KeySpace.ROWS, key(number % KEYS), value)
                .put(KeySpace.KEYS, key(0), value)
                .event(value);
    }

    private static byte[] key(int number) {
        return ByteBuffer.allocate(4).putInt(number).array();
    }

    private static byte[] value(int number) {
        byte[] value = new byte[800];
        new Random(number).nextBytes(value);
        ByteBuffer.wrap(value).putInt(number);
        return value;
    }

    /** The last number that a store holds, with all that it then must hold; -1 for an empty one. */
    static int check(NodeStore store) {
        byte[] count = store.get(KeySpace.KEYS, key(0));
        int last = count == null ? -1 : ByteBuffer.wrap(count).getInt();
        assertThat(count).isEqualTo(last < 0 ? null : value(last));
        for (int key = 0; key < KEYS; key++) {
            assertThat(store.get(KeySpace.ROWS, key(key))).isEqualTo(expected(key, last));
        }
        return last;
    }

    private static byte @Nullable [] expected(int key, int last) {
        int number = last - Math.floorMod(last - key, KEYS);
        return number < 0 ? null : value(number);
    }
}
