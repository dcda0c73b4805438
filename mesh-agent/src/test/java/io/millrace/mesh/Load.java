package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keep-alive connections that each send a call, check its answer, and send the next: one thread for all of them, so that many
 * connections are cheap. No two calls have the same argument, so an answer that went to the wrong call is a wrong answer.
 *
 * <p><b>Threads</b>: one of its own; everything public may be called from any.
 */
final class Load implements AutoCloseable {
    private static final int MAX_SAMPLES = 20;

    private final InetSocketAddress address;
    private final int connections;
    private final long mostCalls;
    private final Selector selector;
    private final Thread thread;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicLong begun = new AtomicLong();
    private final AtomicLong right = new AtomicLong();
    private final AtomicLong wrong = new AtomicLong();
    private final AtomicLong broken = new AtomicLong();
    private final Map<Integer, AtomicLong> errors = new ConcurrentSkipListMap<>();
    private final List<String> samples = new CopyOnWriteArrayList<>();
    private final AtomicLong[] rightOf;
    private volatile boolean stopping;
    private int open;

    private Load(InetSocketAddress address, int connections, long mostCalls) {
        this.address = address;
        this.connections = connections;
        this.mostCalls = mostCalls;
        this.rightOf = new AtomicLong[connections];
        try {
            this.selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.thread = new Thread(this::run, "load of " + address);
        this.thread.setDaemon(true);
    }

    /** A load that goes on until it is stopped. */
    static Load start(InetSocketAddress address, int connections) {
        return start(address, connections, Long.MAX_VALUE);
    }

    /** A load of so many calls in all. */
    static Load start(InetSocketAddress address, int connections, long calls) {
        Load load = new Load(address, connections, calls);
        load.thread.start();
        return load;
    }

    /** Calls that were answered with the right hash. */
    long right() {
        return right.get();
    }

    /** Calls that were answered with status 200 and something else. */
    long wrong() {
        return wrong.get();
    }

    /** Connections that ended with a call unanswered. */
    long broken() {
        return broken.get();
    }

    /** Answers by their status other than 200. */
    Map<Integer, AtomicLong> errors() {
        return errors;
    }

    /** Everything that went wrong, in a few words. */
    String failures() {
        return (wrong() == 0 && broken() == 0 && errors.isEmpty())
                ? "none"
                : "wrong=" + wrong + " broken=" + broken + " errors=" + errors + " for example " + samples;
    }

    /** The right answers of the connection that had the fewest. */
    long fewestOfOneConnection() {
        long fewest = Long.MAX_VALUE;
        for (AtomicLong each : rightOf) {
            fewest = Math.min(fewest, each.get());
        }
        return fewest;
    }

    /** Lets every connection finish its call, then ends. */
    Load stop() {
        stopping = true;
        return await();
    }

    /** Waits until the calls asked for are answered. */
    Load await() {
        try {
            if (!ended.await(TestMesh.LIMIT.toMillis() * 3, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("load does not end: open=" + open + " right=" + right + " " + failures());
            }
            return this;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Waits for this many right answers more. */
    Load awaitMore(long answers) {
        long until = right() + answers;
        org.awaitility.Awaitility.await()
                .atMost(TestMesh.LIMIT)
                .pollInterval(Duration.ofMillis(10))
                .until(() -> right() >= until);
        return this;
    }

    @Override
    public void close() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join(TestMesh.LIMIT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try (selector) {
            for (int i = 0; i < connections; i++) {
                rightOf[i] = new AtomicLong();
                new Connection(i).connect();
            }
            while (open > 0 && !Thread.currentThread().isInterrupted()) {
                selector.select(100);
                for (SelectionKey key : List.copyOf(selector.selectedKeys())) {
                    ((Connection) key.attachment()).onReady(key);
                }
                selector.selectedKeys().clear();
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
        } catch (IOException e) {
            sample("load broke: " + e);
            broken.incrementAndGet();
        } finally {
            ended.countDown();
        }
    }

    private void sample(String what) {
        if (samples.size() < MAX_SAMPLES) {
            samples.add(what);
        }
    }

    /** One connection; opened again when it breaks. */
    private final class Connection {
        private final int number;
        private final ByteBuffer in = ByteBuffer.allocate(8 << 10);
        private SocketChannel channel;
        private String argument = "";
        private long sent;
        private boolean owed;

        Connection(int number) throws IOException {
            this.number = number;
            this.channel = SocketChannel.open();
        }

        void connect() throws IOException {
            open++;
            channel.configureBlocking(false);
            channel.connect(address);
            channel.register(selector, SelectionKey.OP_CONNECT, this);
        }

        void onReady(SelectionKey key) throws IOException {
            try {
                if (key.isConnectable()) {
                    channel.finishConnect();
                    key.interestOps(SelectionKey.OP_READ);
                    next();
                } else if (key.isReadable()) {
                    read();
                }
            } catch (IOException e) {
                reconnect(e.toString());
            }
        }

        private void reconnect(String why) throws IOException {
            if (owed) {
                broken.incrementAndGet();
                sample(why + " at call " + argument);
            }
            end();
            if (!stopping && begun.get() < mostCalls) {
                in.clear();
                channel = SocketChannel.open();
                connect();
            }
        }

        private void end() throws IOException {
            owed = false;
            open--;
            channel.close();
        }

        private void next() throws IOException {
            if (stopping || begun.incrementAndGet() > mostCalls) {
                end();
                return;
            }
            argument = "c" + number + "-" + sent++;
            // A few hundred bytes into an empty socket buffer: written whole.
            channel.write(
                    ByteBuffer.wrap(RawHttp.post(RawHttp.form("hash", argument)).getBytes(US_ASCII)));
            owed = true;
        }

        private void read() throws IOException {
            if (channel.read(in) < 0) {
                reconnect("closed by the agent");
                return;
            }
            String text = new String(in.array(), 0, in.position(), US_ASCII);
            int body = text.indexOf("\r\n\r\n") + 4;
            if (body < 4) {
                return;
            }
            int lengthAt = text.indexOf("content-length: ") + "content-length: ".length();
            int length = Integer.parseInt(text.substring(lengthAt, text.indexOf('\r', lengthAt)));
            if (text.length() < body + length) {
                return;
            }
            in.clear();
            owed = false;
            check(Integer.parseInt(text.substring(9, 12)), text.substring(body, body + length));
            if (text.substring(0, body).contains("connection: close")) {
                reconnect("asked to");
            } else {
                next();
            }
        }

        private void check(int status, String body) {
            if (status != 200) {
                errors.computeIfAbsent(status, each -> new AtomicLong()).incrementAndGet();
                sample(status + " " + body);
            } else if (body.equals(Integer.toString(argument.hashCode()))) {
                right.incrementAndGet();
                rightOf[number].incrementAndGet();
            } else {
                wrong.incrementAndGet();
                sample("hash of " + argument + " is not " + body);
            }
        }
    }
}
