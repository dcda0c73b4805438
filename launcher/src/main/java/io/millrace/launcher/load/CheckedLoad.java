package io.millrace.launcher.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A number of checked calls over a number of connections, closed loop: each connection sends its next call when the
 * answer to the last one is there.
 *
 * <p>Call <i>n</i> of a seed is always the same call, whichever connection sends it. After
 * {@value #FAILURES_MAX} failures the load gives up: an agent that is gone need not be asked 24,000 times.
 * <b>Threads:</b> one a connection, all ended when {@link #run} returns.
 */
public final class CheckedLoad {

    /** Longer than the agent's own deadline, so that the agent is the one to answer. */
    static final Duration TIMEOUT = Duration.ofSeconds(30);

    static final int FAILURES_MAX = 500;
    private static final int PROGRESS_SECONDS = 2;
    private static final int STACK_BYTES = 256 * 1024;

    private final InetSocketAddress address;
    private final int connections;
    private final int calls;
    private final long seed;

    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger right = new AtomicInteger();
    private final AtomicInteger wrong = new AtomicInteger();
    private final AtomicReference<@Nullable String> firstFailure = new AtomicReference<>();
    private final long[] nanos;

    /**
     * A load to be run once.
     *
     * @param connections at least 1
     * @param calls at least 1
     */
    public CheckedLoad(InetSocketAddress address, int connections, int calls, long seed) {
        if (connections < 1 || calls < 1) {
            throw new IllegalArgumentException(
                    "nothing to send: connections=" + connections + ", calls=" + calls + " (expected: >= 1)");
        }
        this.address = address;
        this.connections = connections;
        this.calls = calls;
        this.seed = seed;
        this.nanos = new long[calls];
    }

    /**
     * Sends the calls and returns when all are answered, or given up.
     *
     * @param progress told the number of calls done so far, every two seconds
     */
    public LoadResult run(IntConsumer progress) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < connections; i++) {
            threads.add(new Thread(null, this::callUntilDone, "load " + i, STACK_BYTES));
        }
        long start = System.nanoTime();
        threads.forEach(Thread::start);
        long nextReport = start + TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                long wait = nextReport - System.nanoTime();
                if (wait <= 0) {
                    progress.accept(right.get() + wrong.get());
                    nextReport += TimeUnit.SECONDS.toNanos(PROGRESS_SECONDS);
                } else {
                    TimeUnit.NANOSECONDS.timedJoin(thread, wait);
                }
            }
        }
        Duration elapsed = Duration.ofNanos(System.nanoTime() - start);
        Latencies latencies = Latencies.copyOf(nanos, right.get());
        return new LoadResult(right.get(), wrong.get(), calls, elapsed, latencies, firstFailure.get());
    }

    private void callUntilDone() {
        HttpConnection connection = null;
        int index = next.getAndIncrement();
        while (index < calls && wrong.get() < FAILURES_MAX) {
            try {
                if (connection == null) {
                    connection = new HttpConnection(address, TIMEOUT);
                }
                callOnce(connection, index);
            } catch (IOException e) {
                fail("call " + index + ": " + e);
                close(connection);
                connection = null;
            }
            index = next.getAndIncrement();
        }
        close(connection);
    }

    private void callOnce(HttpConnection connection, int index) throws IOException {
        HashCall call = HashCall.random(seed, index);
        byte[] form = call.form();
        long start = System.nanoTime();
        HttpAnswer answer = connection.post(form);
        long took = System.nanoTime() - start;
        if (answer.status() == 200 && answer.body().equals(call.expected())) {
            nanos[right.getAndIncrement()] = took;
        } else {
            fail("call " + index + ": status " + answer.status() + ", answer " + clip(answer.body()) + " (expected: "
                    + call.expected() + ')');
        }
    }

    private void fail(String what) {
        firstFailure.compareAndSet(null, what);
        wrong.incrementAndGet();
    }

    private static String clip(String body) {
        return body.length() <= 200 ? body : body.substring(0, 200) + "…";
    }

    private void close(@Nullable HttpConnection connection) {
        if (connection == null) {
            return;
        }
        try {
            connection.close();
        } catch (IOException e) {
            firstFailure.compareAndSet(null, "closing a connection: " + e);
        }
    }
}
