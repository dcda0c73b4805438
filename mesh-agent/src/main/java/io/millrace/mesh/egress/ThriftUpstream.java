package io.millrace.mesh.egress;

import io.millrace.mesh.ProvidedService;
import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.mesh.thrift.ProviderLimits;
import io.millrace.mesh.thrift.ThriftEncoding;
import io.millrace.mesh.thrift.ThriftProvider;
import io.millrace.mesh.thrift.ThriftRequest;
import io.millrace.transport.EventLoops;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A Thrift provider, over as many connections as its calls need. */
final class ThriftUpstream implements Upstream {
    private final ThriftProvider provider;

    ThriftUpstream(EventLoops loops, EventLoop loop, ProviderConfig config, ProviderEvents events) {
        ProviderLimits limits = ProviderLimits.of(
                config.capacity(), config.thrift().pipelining(), config.heartbeat(), heartbeat(config));
        this.provider = new ThriftProvider(loops, loop, config.provider(), limits, events);
    }

    private static @Nullable ThriftRequest heartbeat(ProviderConfig config) {
        String method = config.thrift().heartbeatMethod();
        return method == null ? null : request(config.services().get(0), method, false);
    }

    /** How a method of a service is called at its provider. */
    static ThriftRequest request(ProvidedService service, String method, boolean oneway) {
        ThriftEncoding encoding = ThriftEncoding.ofWord(service.serialization());
        if (encoding == null) {
            throw new IllegalStateException("no encoding of Thrift: " + service.serialization());
        }
        String name = service.multiplexed() ? service.key().interfaceName() + ":" + method : method;
        return new ThriftRequest(name, oneway, encoding);
    }

    @Override
    public int protocol() {
        return ThriftEncoding.LINK_PROTOCOL;
    }

    @Override
    public boolean takes(FrontedMethod method, int serialization) {
        return method.request().encoding().id() == serialization;
    }

    @Override
    public void open() {
        provider.open();
    }

    @Override
    public void close() {
        provider.close();
    }

    @Override
    public boolean isUp() {
        return provider.isUp();
    }

    @Override
    public String lastFailure() {
        return provider.lastFailure();
    }

    @Override
    public boolean hasRoom() {
        return provider.hasRoom();
    }

    @Override
    public int openCalls() {
        return provider.openCalls();
    }

    @Override
    public int connections() {
        return provider.connections();
    }

    @Override
    public void send(ProviderCall call, ByteBuf in, int index, int length) {
        provider.send(call, call.method().request(), in, index, length);
    }

    @Override
    public void forEachOpen(Consumer<ProviderCall> action) {
        provider.forEachOpen(open -> action.accept((ProviderCall) open));
    }

    @Override
    public void forget(ProviderCall call) {
        provider.forget(call);
    }

    @Override
    public void sweep(long nowNanos) {
        provider.sweep(nowNanos);
    }
}
