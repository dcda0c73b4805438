package io.millrace.mesh.thrift;

import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The connections to one provider, bound to one event loop: {@link Pulse} tells whether it lives, and others, made when calls need
 * them, carry the calls.
 *
 * <p>A call takes the connection that was used last and has room, so that few stay in use; one that had no call for {@value
 * #IDLE_SECONDS} s is closed by {@link #sweep}.
 *
 * <p><b>Threads</b>: everything on the loop given.
 */
public final class ThriftProvider {
    private static final long IDLE_SECONDS = 60;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(IDLE_SECONDS);

    private final EventLoops loops;
    private final EventLoop loop;
    private final InetSocketAddress target;
    private final String name;
    private final ProviderLimits limits;
    private final ProviderEvents events;
    private final ThriftEnvelope envelope = new ThriftEnvelope();
    private final Pulse pulse;
    private final Set<ProviderConnection> connections = new LinkedHashSet<>();
    /** Connections that may take one more call, the one used last at the end. */
    private final Deque<ProviderConnection> available = new ArrayDeque<>();

    private final ProviderConnection.Owner ofCalls = new OwnerOfCalls();
    private int openCalls;
    private boolean up;
    private boolean closed;
    private String lastFailure = "not connected yet";

    /** Connections to {@code address}; it does nothing before {@link #open}. */
    public ThriftProvider(
            EventLoops loops, EventLoop loop, InetSocketAddress address, ProviderLimits limits, ProviderEvents events) {
        this.loops = loops;
        this.loop = loop;
        this.target = InetSocketAddress.createUnresolved(address.getHostString(), address.getPort());
        this.name = address.getHostString() + ":" + address.getPort();
        this.limits = limits;
        this.events = events;
        this.pulse = new Pulse(this, limits, loop, name);
    }

    /** Starts to connect. */
    public void open() {
        assert loop.inEventLoop();
        pulse.start();
    }

    /** Closes for good; open calls are told that the connection was lost. */
    public void close() {
        assert loop.inEventLoop();
        closed = true;
        pulse.stop();
        onDown("agent is closing", true);
    }

    /** Whether {@link #send} may be called: the provider has given a sign of life lately. */
    public boolean isUp() {
        return up;
    }

    /** Why it is not up. */
    public String lastFailure() {
        return lastFailure;
    }

    /** Connections that are open or being made. */
    public int connections() {
        return connections.size() + (up ? 1 : 0);
    }

    /** Calls that the provider has and has not answered. */
    public int openCalls() {
        return openCalls;
    }

    /** Shows every open call to {@code action}, which may not send. */
    public void forEachOpen(Consumer<OpenCall> action) {
        connections.forEach(each -> each.forEachOpen(action));
    }

    /** Whether a connection can take a call, or another can be made: not so when the provider stops reading what it is sent. */
    public boolean hasRoom() {
        if (connections.size() < limits.maxConnections()) {
            return true;
        }
        for (ProviderConnection each : available) {
            if (each.isWritable()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Sends a call whose struct is {@code length} bytes of {@code in} from {@code index} (borrows).
     *
     * @throws IllegalStateException if not up, or without room
     */
    public void send(OpenCall call, ThriftRequest request, ByteBuf in, int index, int length) {
        if (!up || !hasRoom()) {
            throw new IllegalStateException("provider takes no call: " + name + ": " + (up ? "no room" : lastFailure));
        }
        ProviderConnection connection = take();
        if (!request.oneway()) {
            openCalls++;
        }
        connection.send(call, request, in, index, length);
        if (!connection.isEnded() && connection.load() < limits.pipelining()) {
            available.addLast(connection);
        }
    }

    /** The connection used last of those with room, out of the available ones; a new one if there is none. */
    private ProviderConnection take() {
        for (int left = available.size(); left > 0; left--) {
            ProviderConnection last = available.removeLast();
            if (last.isWritable()) {
                return last;
            }
            available.addFirst(last);
        }
        ProviderConnection made = connection(ofCalls);
        connections.add(made);
        connect(made);
        return made;
    }

    /** A connection of the pulse's; {@link #connect} follows. */
    ProviderConnection connection(ProviderConnection.Owner owner) {
        return new ProviderConnection(limits.maxMessageBytes(), name, envelope, owner);
    }

    void connect(ProviderConnection made) {
        made.connect(loops, loop, target, limits.connectTimeout());
    }

    /**
     * Stops waiting for the answer to a call. A connection that carries nothing else is closed: its server is still at the call, and
     * takes no other one from it before.
     */
    public void forget(OpenCall call) {
        for (ProviderConnection each : List.copyOf(connections)) {
            if (each.forget(call)) {
                openCalls--;
                if (each.load() == 0) {
                    each.end("provider " + name + " never answered a call");
                } else {
                    madeRoom(each);
                }
                return;
            }
        }
    }

    /** Closes what has been idle for long; called now and then. */
    public void sweep(long nowNanos) {
        for (ProviderConnection each : List.copyOf(connections)) {
            if (each.load() == 0 && nowNanos - each.idleSinceNanos() > IDLE_NANOS) {
                each.end("idle");
            }
        }
    }

    /** A connection has one call less. */
    private void madeRoom(ProviderConnection connection) {
        if (connection.load() == limits.pipelining() - 1) {
            available.addLast(connection);
        }
    }

    // ---- what the pulse says ----

    void onUp() {
        if (!up && !closed) {
            up = true;
            events.onUp();
        }
    }

    /** @param silent whether it does not answer any more; a provider that takes no connections may still finish what it has */
    void onDown(String why, boolean silent) {
        lastFailure = why;
        boolean was = up;
        up = false;
        if (was) {
            events.onDown(why);
        }
        for (ProviderConnection each : List.copyOf(connections)) {
            if (silent || each.load() == 0) {
                each.end(why);
            }
        }
    }

    void onMalformed(FrameException why) {
        events.onMalformed(why);
    }

    private final class OwnerOfCalls implements ProviderConnection.Owner {
        @Override
        public void onConnected(ProviderConnection connection) {
            // One-way calls that waited for it take no place any more.
            if (connection.load() < limits.pipelining() && !available.contains(connection)) {
                available.addLast(connection);
            }
        }

        @Override
        public void onAnswered(ProviderConnection connection) {
            openCalls--;
            pulse.onHeard();
            madeRoom(connection);
        }

        @Override
        public void onEnded(ProviderConnection connection, String why) {
            openCalls -= connection.calls();
            connections.remove(connection);
            available.remove(connection);
        }

        @Override
        public void onMalformed(FrameException why) {
            ThriftProvider.this.onMalformed(why);
        }
    }
}
