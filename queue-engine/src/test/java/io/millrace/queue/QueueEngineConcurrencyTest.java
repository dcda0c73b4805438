package io.millrace.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.wal.Durability;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Threads that put, get, trim, delete, follow and poll at the same time, over epochs that are full every few milliseconds. */
class QueueEngineConcurrencyTest {

    private static final int QUEUES = 64;
    private static final long SECONDS = 8;

    private final Path directory;
    private final long seed = Seeds.seed("QueueEngineConcurrencyTest");
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    private final List<Thread> threads = new ArrayList<>();

    QueueEngineConcurrencyTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private interface Work {
        void run(SplittableRandom random) throws Exception;
    }

    private void start(Work work) {
        SplittableRandom random = new SplittableRandom(seed + threads.size());
        Thread thread = new Thread(() -> {
            try {
                while (!stopped.get()) {
                    work.run(random);
                }
            } catch (Throwable e) {
                failures.add(e);
                stopped.set(true);
            }
        });
        threads.add(thread);
        thread.start();
    }

    private void await(long seconds) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (!stopped.get() && System.nanoTime() < deadline) {
            threads.get(0).join(20);
        }
        stopped.set(true);
        for (Thread thread : threads) {
            thread.join(TimeUnit.SECONDS.toMillis(60));
            assertThat(thread.isAlive())
                    .as("hangs: " + List.of(thread.getStackTrace()))
                    .isFalse();
        }
        failures.forEach(Throwable::printStackTrace);
        assertThat(failures).isEmpty();
    }

    private static byte[] message(int queue, long offset) {
        byte[] message = new byte[Long.BYTES + Integer.BYTES + (int) (offset * 7 % 90)];
        ByteBuffer.wrap(message).putLong(offset).putInt(queue);
        return message;
    }

    private static void check(int queue, long from, Collection<byte[]> messages) {
        long offset = from;
        for (byte[] message : messages) {
            assertThat(message).isEqualTo(message(queue, offset));
            offset++;
        }
    }

    @Test
    void everyThreadSeesWhatAnyPutReturnedFor() throws Exception {
        AtomicLongArray put = new AtomicLongArray(QUEUES);
        AtomicLongArray trimmed = new AtomicLongArray(QUEUES);
        AtomicIntegerArray owner = new AtomicIntegerArray(QUEUES);
        try (QueueEngine engine = QueueEngine.open(directory, TestEngines.small())) {
            for (int i = 0; i < 3; i++) {
                start(random -> {
                    int queue = random.nextInt(QUEUES);
                    if (owner.compareAndSet(queue, 0, 1)) {
                        engine.store().put("q" + queue, message(queue, put.get(queue)));
                        put.incrementAndGet(queue);
                        owner.set(queue, 0);
                    }
                });
            }
            for (int i = 0; i < 2; i++) {
                start(random -> get(engine, random.nextInt(QUEUES), put, trimmed, random));
            }
            start(random -> trim(engine, random.nextInt(QUEUES), put, trimmed));
            start(random -> deleteAgain(engine, random));
            List<Follow> follows = new ArrayList<>();
            for (int queue = 0; queue < 4; queue++) {
                follows.add(follow(engine, queue));
            }
            await(SECONDS);
            follows.forEach(Follow::close);
            checkAll(engine, put, trimmed);
        }
        try (QueueEngine engine = QueueEngine.open(directory, TestEngines.small())) {
            checkAll(engine, put, trimmed);
        }
    }

    private static void get(
            QueueEngine engine, int queue, AtomicLongArray put, AtomicLongArray trimmed, SplittableRandom random) {
        long known = put.get(queue);
        if (known == 0) {
            return;
        }
        long least = trimmed.get(queue);
        long from = Math.max(least, known - 1 - random.nextInt(random.nextInt(20) == 0 ? 5000 : 20));
        Collection<byte[]> messages = engine.store().get("q" + queue, from, known - from);
        if (trimmed.get(queue) <= from) {
            assertThat(messages).as("queue " + queue + " from " + from).hasSize((int) (known - from));
            check(queue, from, messages);
        }
    }

    private static void trim(QueueEngine engine, int queue, AtomicLongArray put, AtomicLongArray trimmed) {
        long before = put.get(queue) - 1000;
        if (before > trimmed.get(queue)) {
            trimmed.set(queue, before); // first: a get that begins below it from here on may find less
            engine.trim(engine.queue("q" + queue), before);
        }
    }

    /** A queue that is made, filled, read and deleted, over and over, by one thread. */
    private static void deleteAgain(QueueEngine engine, SplittableRandom random) {
        QueueId queue = engine.queue("short-lived");
        int count = 1 + random.nextInt(50);
        for (int offset = 0; offset < count; offset++) {
            engine.store().put("short-lived", message(0, offset));
        }
        Collection<byte[]> messages = engine.store().get("short-lived", 0, 100);
        assertThat(messages).hasSize(count);
        check(0, 0, messages);
        engine.delete(queue);
        assertThat(engine.findQueue("short-lived")).isNull();
    }

    private Follow follow(QueueEngine engine, int number) {
        long[] next = {0};
        return engine.follow(engine.queue("q" + number), 0, new Follow.Listener() {
            @Override
            public void message(long offset, ByteBuf bytes) {
                assertThat(offset).isGreaterThanOrEqualTo(next[0]);
                next[0] = offset + 1;
                assertThat(ByteBufUtil.getBytes(bytes)).isEqualTo(QueueEngineConcurrencyTest.message(number, offset));
            }

            @Override
            public void ended(Exception cause) {
                failures.add(cause);
            }
        });
    }

    private static void checkAll(QueueEngine engine, AtomicLongArray put, AtomicLongArray trimmed) {
        for (int queue = 0; queue < QUEUES; queue++) {
            Collection<byte[]> messages = engine.store().get("q" + queue, trimmed.get(queue), Long.MAX_VALUE);
            assertThat(messages).hasSize((int) (put.get(queue) - trimmed.get(queue)));
            check(queue, trimmed.get(queue), messages);
        }
    }

    @Test
    void aThreadThatIsInterruptedHarmsNobody() throws Exception {
        QueueConfig config = TestEngines.small().withDurability(Durability.SYNC);
        long[] put = new long[1];
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            start(random -> {
                engine.store().put("calm", message(1, put[0]));
                put[0]++;
                check(1, 0, engine.store().get("calm", 0, put[0]));
            });
            for (int i = 0; i < 2; i++) {
                start(random -> {
                    try {
                        engine.store().put("wild", new byte[random.nextInt(4000)]);
                        engine.store().get("wild", Math.max(0, engine.nextOffset(engine.queue("wild")) - 300), 300);
                        engine.poll(engine.queue("wild"), Long.MAX_VALUE, 1, 1, Duration.ofMillis(1))
                                .close();
                    } catch (QueueException | InterruptedException e) {
                        assertThat(e instanceof InterruptedException
                                        || Thread.currentThread().isInterrupted())
                                .as(e.toString())
                                .isTrue();
                    }
                    Thread.interrupted();
                });
            }
            List<Thread> wild = List.copyOf(threads.subList(1, 3));
            start(random -> {
                wild.get(random.nextInt(2)).interrupt();
                Thread.yield();
            });
            await(3);
            assertThat(engine.health().writable()).isTrue();
        }
        try (QueueEngine engine = QueueEngine.open(directory, config)) {
            check(1, 0, engine.store().get("calm", 0, Long.MAX_VALUE));
            assertThat(engine.nextOffset(engine.queue("calm"))).isEqualTo(put[0]);
        }
    }

    @Test
    void closesWhileCallsAreInside() throws Exception {
        for (int round = 0; round < 20; round++) {
            AtomicLongArray put = new AtomicLongArray(4);
            Path folder = directory.resolve("round-" + round);
            QueueEngine engine = QueueEngine.open(folder, TestEngines.small());
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                int queue = i;
                Thread caller = new Thread(() -> {
                    try {
                        while (true) {
                            engine.store().put("q" + queue, message(queue, put.get(queue)));
                            put.incrementAndGet(queue);
                            engine.store().get("q" + queue, 0, 100);
                        }
                    } catch (QueueException e) {
                        if (e.reason() != QueueException.Reason.CLOSED) {
                            failures.add(e);
                        }
                    } catch (RuntimeException | Error e) {
                        failures.add(e);
                    }
                });
                callers.add(caller);
                caller.start();
            }
            while (put.get(round % 4) < 200) {
                Thread.onSpinWait();
            }
            engine.close();
            for (Thread caller : callers) {
                caller.join();
            }
            failures.forEach(Throwable::printStackTrace);
            assertThat(failures).isEmpty();
            try (QueueEngine again = QueueEngine.open(folder, TestEngines.small())) {
                for (int queue = 0; queue < 4; queue++) {
                    Collection<byte[]> messages = again.store().get("q" + queue, 0, Long.MAX_VALUE);
                    assertThat(messages).hasSizeBetween((int) put.get(queue), (int) put.get(queue) + 1);
                    check(queue, 0, messages);
                }
            }
        }
    }
}
