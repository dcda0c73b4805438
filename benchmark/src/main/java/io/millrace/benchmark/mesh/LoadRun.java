package io.millrace.benchmark.mesh;

import io.millrace.benchmark.load.LatencyHistogram;
import io.millrace.benchmark.load.NettyLoops;
import io.millrace.benchmark.process.ProcessUsage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A load from its first connection to its last answer: warm-up, measured window, drain. Lives on one event loop.
 *
 * <p>Latencies and the rate count the answers that arrive within the window. Wrong, refused, malformed and lost calls
 * count from the first to the last, warm-up and drain included.
 */
@SuppressWarnings("FutureReturnValueIgnored") // steps report their failures through the result
final class LoadRun {
    private static final long SWEEP_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long RECONNECT_MILLIS = 50;
    private static final int REPORTED_MAX = 5;

    private enum Phase {
        WARMING,
        MEASURING,
        DRAINING,
        ENDED
    }

    private final LoadOptions options;
    private final NettyLoops loops;
    private final EventLoop loop;
    private final RequestSet requests;
    private final InetSocketAddress address;
    private final CompletableFuture<LoadResult> result = new CompletableFuture<>();
    private final Set<DriverConnection> open = new LinkedHashSet<>();
    private final Map<Integer, Long> refusedByStatus = new TreeMap<>();
    private final LatencyHistogram latencies = new LatencyHistogram();
    private Phase phase = Phase.WARMING;
    private int cursor;
    private long okInAll;
    private long okInWindow;
    private long wrong;
    private long malformed;
    private long lost;
    private long reconnects;
    private int reported;
    private @Nullable Edge start;
    private @Nullable Edge end;

    LoadRun(LoadOptions options, NettyLoops loops) {
        this.options = options;
        this.loops = loops;
        this.loop = loops.next();
        this.requests = options.requests();
        this.address = options.address();
    }

    CompletableFuture<LoadResult> start() {
        loop.execute(() -> {
            for (int i = 0; i < options.connections(); i++) {
                connect();
            }
            after(options.warmupNanos(), this::openWindow);
            after(SWEEP_NANOS, this::sweep);
        });
        return result;
    }

    private void after(long nanos, Step step) {
        loop.schedule(() -> attempt(step), nanos, TimeUnit.NANOSECONDS);
    }

    private void attempt(Step step) {
        try {
            step.run();
        } catch (IOException | RuntimeException e) {
            phase = Phase.ENDED;
            result.completeExceptionally(e);
        }
    }

    private void openWindow() throws IOException {
        start = Edge.now(options);
        phase = Phase.MEASURING;
        after(options.windowNanos(), this::closeWindow);
    }

    /** A window in which nothing was heard goes on, for as long as a call may take. */
    private void closeWindow() throws IOException {
        boolean heard = okInAll + wrong + malformed + lost + reconnects > 0 || !refusedByStatus.isEmpty();
        if (!heard && start != null && System.nanoTime() - start.nanos() < options.callTimeoutNanos()) {
            after(options.windowNanos(), this::closeWindow);
            return;
        }
        end = Edge.now(options);
        phase = Phase.DRAINING;
        after(options.callTimeoutNanos(), this::finish);
        endWhenDrained();
    }

    private void endWhenDrained() {
        if (phase == Phase.DRAINING && open.stream().noneMatch(DriverConnection::isOutstanding)) {
            finish();
        }
    }

    private void finish() {
        if (phase == Phase.ENDED || start == null || end == null) {
            return;
        }
        lost += open.stream().filter(DriverConnection::isOutstanding).count();
        phase = Phase.ENDED;
        result.complete(new LoadResult(
                options,
                requests.requestBytesMean(),
                end.nanos() - start.nanos(),
                okInWindow,
                okInAll,
                wrong,
                Map.copyOf(refusedByStatus),
                malformed,
                lost,
                reconnects,
                latencies,
                end.driver().cpuMicros() - start.driver().cpuMicros(),
                LoadResult.difference(start.processes(), end.processes())));
        Set.copyOf(open).forEach(DriverConnection::close);
    }

    private void connect() {
        if (phase == Phase.DRAINING || phase == Phase.ENDED) {
            return;
        }
        loops.client(loop)
                .handler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new DriverConnection(LoadRun.this));
                    }
                })
                .connect(address)
                .addListener((ChannelFuture connected) -> {
                    if (!connected.isSuccess()) {
                        report("cannot connect: " + connected.cause());
                        reconnect();
                    }
                });
    }

    private void reconnect() {
        reconnects++;
        loop.schedule(this::connect, RECONNECT_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Ends connections whose call has waited too long: each has lost it. */
    private void sweep() {
        if (phase == Phase.ENDED) {
            return;
        }
        long limit = System.nanoTime() - options.callTimeoutNanos();
        for (DriverConnection connection : Set.copyOf(open)) {
            if (connection.waitsSince(limit)) {
                report("no answer within the limit of a call");
                connection.close();
            }
        }
        after(SWEEP_NANOS, this::sweep);
    }

    RequestSet requests() {
        return requests;
    }

    int nextRequest() {
        int next = cursor;
        cursor = next + 1 == requests.size() ? 0 : next + 1;
        return next;
    }

    void opened(DriverConnection connection) {
        open.add(connection);
        sendNext(connection, System.nanoTime());
    }

    void completed(DriverConnection connection, boolean right, long sentNanos, boolean closing) {
        long now = System.nanoTime();
        if (right) {
            okInAll++;
            if (phase == Phase.MEASURING) {
                okInWindow++;
                latencies.record(now - sentNanos);
            }
        }
        if (!closing) {
            sendNext(connection, now);
        }
        endWhenDrained();
    }

    private void sendNext(DriverConnection connection, long now) {
        if (phase == Phase.WARMING || phase == Phase.MEASURING) {
            connection.send(now);
        }
    }

    void wrong(String expected, String seen) {
        wrong++;
        report("wrong answer: " + seen + " (expected: " + expected + ")");
    }

    void refused(int status, String body) {
        refusedByStatus.merge(status, 1L, Long::sum);
        report("status " + status + ": " + body);
    }

    void malformed(@Nullable String reason) {
        malformed++;
        report("connection closed: " + reason);
    }

    void closed(DriverConnection connection, boolean lostCall) {
        open.remove(connection);
        if (phase == Phase.ENDED) {
            return;
        }
        if (lostCall) {
            lost++;
        }
        reconnect();
        endWhenDrained();
    }

    /** The first few faults in words; the counts have them all. */
    private void report(String fault) {
        if (reported++ < REPORTED_MAX) {
            System.err.println("driver: " + fault);
        }
    }

    @FunctionalInterface
    private interface Step {
        void run() throws IOException;
    }

    /** One edge of the window: the time and what every watched process has used. */
    private record Edge(long nanos, ProcessUsage driver, Map<Long, ProcessUsage> processes) {
        static Edge now(LoadOptions options) throws IOException {
            Map<Long, ProcessUsage> processes = new TreeMap<>();
            for (long pid : options.pids()) {
                processes.put(pid, ProcessUsage.of(pid));
            }
            return new Edge(
                    System.nanoTime(), ProcessUsage.of(ProcessHandle.current().pid()), processes);
        }
    }
}
