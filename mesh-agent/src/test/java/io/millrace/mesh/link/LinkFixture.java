package io.millrace.mesh.link;

import io.millrace.mesh.MethodKey;
import io.millrace.registry.ServiceKey;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.TransportConfig;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A provider agent's and a consumer agent's end of links over 127.0.0.1, with everything that they are told kept. */
final class LinkFixture implements AutoCloseable {
    static final LinkLimits LIMITS = new LinkLimits(1 << 20, 16, Duration.ofSeconds(30), Duration.ofSeconds(10));
    static final MethodKey METHOD = new MethodKey(ServiceKey.of("a.Echo"), "echo", "Ljava/lang/String;");

    final EventLoops loops = EventLoops.open(TransportConfig.defaults().withThreads(2));
    final EventLoop clientLoop = loops.loops().get(0);
    final LinkTraffic clientTraffic = new LinkTraffic();
    final LinkTraffic serverTraffic = new LinkTraffic();
    final Calls calls = new Calls(loops);
    final Events events = new Events();
    private final List<LinkClient> clients = new CopyOnWriteArrayList<>();

    LinkServer serve(LinkLimits limits) {
        return serve(limits, 0, null);
    }

    LinkServer serve(LinkLimits limits, int port, @Nullable SslContext tls) {
        return LinkServer.bind(loops, new InetSocketAddress("127.0.0.1", port), limits, tls, serverTraffic, calls);
    }

    LinkClient connect(InetSocketAddress address, LinkLimits limits) {
        return connect(address, limits, null);
    }

    LinkClient connect(InetSocketAddress address, LinkLimits limits, @Nullable SslContext tls) {
        LinkClient client = new LinkClient(loops, clientLoop, address, limits, tls, clientTraffic, events);
        clients.add(client);
        onLoop(client::open);
        return client;
    }

    /** Sends a call from the loop and gives what is kept of its end. */
    Answer call(LinkClient client, CallTarget target, String payload) {
        return call(client, target, payload, Map.of());
    }

    Answer call(LinkClient client, CallTarget target, String payload, Map<String, String> attachments) {
        Answer answer = new Answer();
        byte[] bytes = payload.getBytes(StandardCharsets.UTF_8);
        onLoop(() -> {
            client.begin(answer, target, 1, 2, 3_000_000, attachments, bytes.length)
                    .writeBytes(bytes);
            answer.id = client.end();
        });
        return answer;
    }

    void onLoop(Runnable task) {
        if (!clientLoop.submit(task).awaitUninterruptibly(20, TimeUnit.SECONDS)) {
            throw new AssertionError("the loop did not run the task");
        }
    }

    LinkClient.State stateOf(LinkClient client) {
        LinkClient.State[] state = new LinkClient.State[1];
        onLoop(() -> state[0] = client.state());
        return state[0];
    }

    @Override
    public void close() {
        clients.forEach(client -> onLoop(client::close));
        loops.close();
    }

    /** How a call ended. */
    static final class Answer implements LinkCall {
        final AtomicInteger ends = new AtomicInteger();
        volatile long id;
        volatile @Nullable String text;
        volatile int status = -1;
        volatile int inFlight;
        volatile int limit;
        volatile @Nullable Boolean taken;

        @Override
        public void onReply(int status, int serialization, int inFlight, int limit, ByteBuf in, int index, int length) {
            this.inFlight = inFlight;
            this.limit = limit;
            this.text = in.toString(index, length, StandardCharsets.UTF_8);
            this.status = status;
            ends.incrementAndGet();
        }

        @Override
        public void onLinkLost(boolean taken, String why) {
            this.text = why;
            this.taken = taken;
            ends.incrementAndGet();
        }

        boolean isEnded() {
            return ends.get() > 0;
        }
    }

    /** What the consumer agent is told. */
    static final class Events implements LinkEvents {
        final List<LinkClient.State> states = new CopyOnWriteArrayList<>();
        final List<String> malformed = new CopyOnWriteArrayList<>();

        @Override
        public void onStateChanged(LinkClient link) {
            states.add(link.state());
        }

        @Override
        public void onMalformed(String peer, FrameException why) {
            malformed.add(why.what());
        }
    }

    /** A call as the provider agent's end received it. */
    record Received(
            LinkSession<MethodKey> session,
            long id,
            MethodKey target,
            int protocol,
            int serialization,
            int budgetMicros,
            Map<String, String> attachments,
            String payload) {}

    /** The provider agent: echoes, or holds what it gets until the test answers. */
    static final class Calls implements LinkCalls<MethodKey> {
        final List<Received> received = new CopyOnWriteArrayList<>();
        final List<MethodKey> resolved = new CopyOnWriteArrayList<>();
        final List<String> malformed = new CopyOnWriteArrayList<>();
        final List<Throwable> faults = new CopyOnWriteArrayList<>();
        final List<LinkSession<MethodKey>> sessions = new CopyOnWriteArrayList<>();
        private final EventLoops all;
        private final Map<LinkSession<MethodKey>, EventLoop> loops = new ConcurrentHashMap<>();
        final AtomicInteger closed = new AtomicInteger();
        volatile boolean echo = true;
        volatile boolean goAwayOnOpen;

        Calls(EventLoops all) {
            this.all = all;
        }

        @Override
        public MethodKey resolve(MethodKey method) {
            resolved.add(method);
            return method;
        }

        @Override
        public void onCall(
                LinkSession<MethodKey> session,
                long id,
                MethodKey target,
                int protocol,
                int serialization,
                int budgetMicros,
                Map<String, String> attachments,
                ByteBuf in,
                int index,
                int length) {
            String payload = in.toString(index, length, StandardCharsets.UTF_8);
            received.add(
                    new Received(session, id, target, protocol, serialization, budgetMicros, attachments, payload));
            if (echo) {
                session.reply(id, 20, serialization, 3, 7, in, index, length);
            }
        }

        @Override
        public void onOpened(LinkSession<MethodKey> session) {
            loops.put(session, currentLoop());
            sessions.add(session);
            if (goAwayOnOpen) {
                session.goAway();
            }
        }

        @Override
        public void onClosed(LinkSession<MethodKey> session) {
            closed.incrementAndGet();
        }

        @Override
        public void onMalformed(String peer, FrameException why) {
            malformed.add(why.what());
        }

        @Override
        public void onFault(Throwable cause) {
            faults.add(cause);
        }

        /** The loop that the session belongs to. */
        EventLoop loopOf(LinkSession<MethodKey> session) {
            return Objects.requireNonNull(loops.get(session));
        }

        private EventLoop currentLoop() {
            return all.loops().stream()
                    .filter(EventLoop::inEventLoop)
                    .findFirst()
                    .orElseThrow();
        }
    }
}
