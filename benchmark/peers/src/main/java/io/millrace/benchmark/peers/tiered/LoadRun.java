package io.millrace.benchmark.peers.tiered;

import io.millrace.benchmark.tiered.TieredPhase;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One phase: starts its clients, a thread each, reads the meters at both ends of the window, and waits until everything that was due within it is done.
 *
 * <p>The first failure of a client ends the phase: a broker that answers wrongly has no speed.
 */
final class LoadRun implements AutoCloseable {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long FIRST_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final TieredBroker broker;
    private final TieredPhase.Lag lag;
    private final @Nullable Pace pace;
    private final WriteSamples writes;
    private final long warmupNanos;
    private final LoadWindow window;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final List<Future<Long>> clients = new ArrayList<>();
    private final List<LaggingConsumer> lagging = new ArrayList<>();
    private volatile boolean lagIsOver;

    /**
     * What those do that keep up.
     *
     * @param firstOffset the end of their topic
     * @param visitSeconds between two visits of one of them
     */
    record Pace(double recordsPerSecond, long firstOffset, double visitSeconds) {}

    /** @param pace null without anybody that keeps up */
    LoadRun(
            TieredBroker broker,
            TieredPhase.Lag lag,
            @Nullable Pace pace,
            WriteSamples writes,
            double warmupSeconds,
            double seconds) {
        this.broker = broker;
        this.lag = lag;
        this.pace = pace;
        this.writes = writes;
        this.warmupNanos = (long) (warmupSeconds * TimeUnit.SECONDS.toNanos(1));
        this.window = new LoadWindow(seconds);
    }

    /**
     * Runs it once.
     *
     * @param laggingEnd behind the last record of every topic that is lagged behind
     * @param laggingRate bytes a second of each consumer that lags, at most
     */
    LoadResult run(long laggingEnd, double laggingRate) throws IOException, InterruptedException {
        RealtimeClients realtime = pace == null ? null : RealtimeClients.of(broker.address(), pace, window);
        Future<Long> producing = startAll(realtime, laggingEnd, laggingRate);
        awaitTime(System.nanoTime() + warmupNanos);
        awaitFirst(realtime);
        MeterReading before = broker.meters().read();
        long laggingBefore = laggingBytes();
        window.open(System.nanoTime());
        awaitEnd();
        long laggingAfter = laggingBytes();
        MeterReading after = broker.meters().read();
        long copyLag = broker.meters().copyLagBytes();
        lagIsOver = true;
        if (realtime != null && producing != null) {
            awaitAll(List.of(producing));
            realtime.tail().endAt(resultOf(producing));
        }
        awaitAll(clients);
        broker.checkAlive();
        return new LoadResult(before, after, laggingAfter - laggingBefore, copyLag, realtime, writes);
    }

    /** Returns the producer, where there is one. */
    private @Nullable Future<Long> startAll(@Nullable RealtimeClients realtime, long laggingEnd, double laggingRate) {
        for (Map.Entry<String, Integer> topic : TrialTopics.lagging(lag).entrySet()) {
            LaggingConsumer consumer = new LaggingConsumer(
                    broker.address(), topic.getKey(), topic.getValue(), laggingEnd, laggingRate, () -> lagIsOver);
            lagging.add(consumer);
            start(consumer);
        }
        if (realtime == null) {
            return null;
        }
        start(realtime.tail());
        start(realtime.visitor());
        return start(realtime.producer());
    }

    private void awaitFirst(@Nullable RealtimeClients realtime) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + FIRST_NANOS;
        while (lagging.stream().anyMatch(each -> each.bytes() == 0)
                || (realtime != null && !realtime.tail().hasBegun())) {
            checkClients();
            if (System.nanoTime() - deadline > 0) {
                throw new IOException("a consumer got nothing in two minutes");
            }
            TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
        }
    }

    private long laggingBytes() {
        return lagging.stream().mapToLong(LaggingConsumer::bytes).sum();
    }

    private Future<Long> start(Callable<Long> client) {
        Future<Long> started = threads.submit(client);
        clients.add(started);
        return started;
    }

    private void awaitEnd() throws IOException, InterruptedException {
        writes.begin(System.nanoTime());
        for (long at = System.nanoTime(); !window.isOver(at); at = System.nanoTime()) {
            awaitTime(Math.min(window.endNanos(), at + LOOK_NANOS));
            writes.look(System.nanoTime());
        }
    }

    private void awaitTime(long nanos) throws IOException, InterruptedException {
        for (long left = nanos - System.nanoTime(); left > 0; left = nanos - System.nanoTime()) {
            checkClients();
            TimeUnit.NANOSECONDS.sleep(Math.min(left, LOOK_NANOS));
        }
    }

    /** Each has a limit of its own to what it waits for. */
    private void awaitAll(List<Future<Long>> awaited) throws IOException, InterruptedException {
        while (!awaited.stream().allMatch(Future::isDone)) {
            checkClients();
            TimeUnit.NANOSECONDS.sleep(LOOK_NANOS);
        }
        checkClients();
    }

    private void checkClients() throws IOException, InterruptedException {
        for (Future<Long> client : clients) {
            if (client.isDone()) {
                resultOf(client);
            }
        }
        broker.checkAlive();
    }

    private static long resultOf(Future<Long> client) throws IOException, InterruptedException {
        try {
            return client.get();
        } catch (ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        }
    }

    @Override
    public void close() {
        lagIsOver = true;
        threads.shutdownNow();
    }
}
