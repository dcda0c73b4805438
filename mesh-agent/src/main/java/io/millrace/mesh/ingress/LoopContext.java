package io.millrace.mesh.ingress;

import io.micrometer.core.instrument.Counter;
import io.millrace.mesh.ConsumerConfig;
import io.millrace.mesh.flow.Deadlines;
import io.millrace.mesh.thrift.ThriftEnvelope;
import io.millrace.registry.ServiceKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What one event loop of the consumer agent owns: its deadlines, links, routes, known methods and scratch space. Used on that loop
 * only.
 */
final class LoopContext {
    /** Scratch that one huge result made larger than this is not kept. */
    private static final int MAX_KEPT_SCRATCH = 256 << 10;

    private final ConsumerServer server;
    private final EventLoop loop;
    private final Deadlines deadlines;
    private final LoopLinks links;
    private final MethodCache methods = new MethodCache();
    private final ThriftMethods thriftMethods;
    private final ThriftEnvelope envelope = new ThriftEnvelope();
    private final Map<ServiceKey, Route> routes = new HashMap<>();
    private final Set<IngressConnection> connections = new HashSet<>();
    private byte[] bytes = new byte[16 << 10];
    private ByteBuf text = Unpooled.buffer(1024);
    private int inFlight;

    LoopContext(ConsumerServer server, EventLoop loop) {
        this.server = server;
        this.loop = loop;
        this.deadlines = new Deadlines(loop);
        this.links = new LoopLinks(server, this);
        this.thriftMethods = new ThriftMethods(this, server.config().thrift());
    }

    ConsumerServer server() {
        return server;
    }

    ConsumerConfig config() {
        return server.config();
    }

    EventLoop loop() {
        return loop;
    }

    Deadlines deadlines() {
        return deadlines;
    }

    LoopLinks links() {
        return links;
    }

    MethodCache methods() {
        return methods;
    }

    ThriftMethods thriftMethods() {
        return thriftMethods;
    }

    ThriftEnvelope envelope() {
        return envelope;
    }

    Map<ServiceKey, Route> routes() {
        return routes;
    }

    Set<IngressConnection> connections() {
        return connections;
    }

    /** The route of a service, made when it is first asked for; null when the agent watches too many services already. */
    @Nullable
    Route route(ServiceKey key) {
        Route known = routes.get(key);
        if (known != null) {
            return known;
        }
        WatchedService service = server.directory().service(key);
        if (service == null) {
            return null;
        }
        Route made = new Route(service, this);
        routes.put(key, made);
        service.add(made);
        made.refresh();
        return made;
    }

    void forget(Route route) {
        routes.remove(route.key());
        methods.forget(route);
        thriftMethods.forget(route);
    }

    /** Scratch of at least {@code size} bytes; the next caller on this loop gets the same array. */
    byte[] bytes(int size) {
        if (size <= bytes.length) {
            return bytes;
        }
        byte[] larger = new byte[size];
        if (size <= MAX_KEPT_SCRATCH) {
            bytes = larger;
        }
        return larger;
    }

    /** Empty scratch for the text of one result; the next caller on this loop gets the same buffer. */
    ByteBuf text() {
        if (text.capacity() > MAX_KEPT_SCRATCH) {
            text = Unpooled.buffer(1024);
        }
        return text.clear();
    }

    int inFlight() {
        return inFlight;
    }

    void callBegan() {
        inFlight++;
    }

    void callEnded() {
        inFlight--;
    }

    void countRetry(String reason) {
        Counter counter = server.retries(reason);
        counter.increment();
    }

    void after(long millis, Runnable task) {
        loop.schedule(task, millis, TimeUnit.MILLISECONDS);
    }
}
