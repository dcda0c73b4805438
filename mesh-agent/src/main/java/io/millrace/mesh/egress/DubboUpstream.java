package io.millrace.mesh.egress;

import io.millrace.mesh.ProviderConfig;
import io.millrace.mesh.dubbo.DubboClient;
import io.millrace.mesh.dubbo.DubboLimits;
import io.millrace.mesh.dubbo.Serialization;
import io.millrace.mesh.flow.ProviderEvents;
import io.millrace.transport.EventLoops;
import io.netty.buffer.ByteBuf;
import io.netty.channel.EventLoop;
import java.util.function.Consumer;

/** A Dubbo provider, over its one connection. */
final class DubboUpstream implements Upstream {
    private static final int PROTOCOL = 1;

    private final DubboClient client;

    DubboUpstream(EventLoops loops, EventLoop loop, ProviderConfig config, ProviderEvents events) {
        DubboLimits defaults = DubboLimits.defaults();
        DubboLimits limits = new DubboLimits(defaults.maxFrameBytes(), config.heartbeat(), defaults.connectTimeout());
        this.client = new DubboClient(loops, loop, config.provider(), limits, config.capacity(), events);
    }

    @Override
    public int protocol() {
        return PROTOCOL;
    }

    @Override
    public boolean takes(FrontedMethod method, int serialization) {
        return Serialization.ofId(serialization) != null;
    }

    @Override
    public void open() {
        client.open();
    }

    @Override
    public void close() {
        client.close();
    }

    @Override
    public boolean isUp() {
        return client.isUp();
    }

    @Override
    public String lastFailure() {
        return client.lastFailure();
    }

    @Override
    public boolean hasRoom() {
        return true;
    }

    @Override
    public int openCalls() {
        return client.openCalls();
    }

    @Override
    public int connections() {
        return client.isUp() ? 1 : 0;
    }

    @Override
    public void send(ProviderCall call, ByteBuf in, int index, int length) {
        Serialization serialization = Serialization.ofId(call.serialization());
        if (serialization == null) {
            throw new IllegalStateException("serialization was not checked: " + call.serialization());
        }
        call.dubboId(client.send(call, call.method().template(serialization), in, index, length, call.attachments()));
    }

    @Override
    public void forEachOpen(Consumer<ProviderCall> action) {
        client.forEachOpen(open -> action.accept((ProviderCall) open));
    }

    @Override
    public void forget(ProviderCall call) {
        client.forget(call.dubboId());
    }

    @Override
    public void sweep(long nowNanos) {
        // one connection, which watches itself
    }
}
