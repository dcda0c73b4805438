package io.millrace.mesh.thrift;

import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.netty.ThriftFrameDecoder;
import io.millrace.transport.EventLoops;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.EventLoop;
import io.netty.util.collection.IntObjectHashMap;
import io.netty.util.collection.IntObjectMap;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a provider, from the attempt to its end. What it is given before it is connected leaves when it is.
 *
 * <p><b>Threads</b>: its loop.
 */
final class ProviderConnection extends ThriftFrameDecoder {
    /** Whom it tells of itself. */
    interface Owner {
        void onConnected(ProviderConnection connection);

        /** It answered a call, which is told right after. */
        void onAnswered(ProviderConnection connection);

        /** It ended, once; its calls, which it still counts, are told right after. */
        void onEnded(ProviderConnection connection, String why);

        void onMalformed(FrameException why);
    }

    private record Unsent(OpenCall call, ThriftRequest request, ByteBuf struct) {}

    private final String name;
    private final ThriftEnvelope envelope;
    private final Owner owner;
    private final IntObjectMap<OpenCall> open = new IntObjectHashMap<>(4);
    private final Deque<Unsent> unsent = new ArrayDeque<>();
    private @Nullable ChannelHandlerContext context;
    private @Nullable WriteBatch batch;
    private int sequence;
    private boolean ended;
    private long idleSinceNanos = System.nanoTime();

    /** @param name of the provider, for messages */
    ProviderConnection(int maxMessageBytes, String name, ThriftEnvelope envelope, Owner owner) {
        super(ThriftLimits.defaults().withMessageBytes(maxMessageBytes));
        this.name = name;
        this.envelope = envelope;
        this.owner = owner;
    }

    void connect(EventLoops loops, EventLoop loop, InetSocketAddress target, Duration timeout) {
        loops.client(loop).handler(this).connect(target).addListener((ChannelFuture connected) -> {
            if (!connected.isSuccess()) {
                end("cannot connect to provider " + name + ": "
                        + connected.cause().getMessage());
            }
        });
        loop.schedule(
                () -> {
                    if (context == null) {
                        end("cannot connect to provider " + name + " within " + timeout.toMillis() + " ms");
                    }
                },
                timeout.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    boolean isEnded() {
        return ended;
    }

    /** Calls that it carries; until it is connected, one-way calls too. */
    int load() {
        return open.size() + unsent.size();
    }

    /** Calls that it owes answers to. */
    int calls() {
        int calls = open.size();
        for (Unsent each : unsent) {
            calls += each.request.oneway() ? 0 : 1;
        }
        return calls;
    }

    /** Whether the provider reads what it is sent; it may be assumed until it is connected. */
    boolean isWritable() {
        WriteBatch out = batch;
        return out == null || out.isWritable();
    }

    /** When it had its last call. */
    long idleSinceNanos() {
        return idleSinceNanos;
    }

    /** Sends a call whose struct is {@code length} bytes of {@code in} from {@code index} (borrows). */
    void send(OpenCall call, ThriftRequest request, ByteBuf in, int index, int length) {
        if (batch == null) {
            unsent.add(new Unsent(call, request, in.retainedSlice(index, length)));
        } else {
            write(batch, call, request, in, index, length);
        }
    }

    private void write(WriteBatch out, OpenCall call, ThriftRequest request, ByteBuf in, int index, int length) {
        int id = ++sequence;
        idleSinceNanos = System.nanoTime();
        if (!request.oneway()) {
            open.put(id, call);
        }
        ThriftEnvelope.write(out, request.form(), request.header(id), in, index, length);
        out.commit();
        if (request.oneway()) {
            call.onSent();
        }
    }

    /** Shows every call that was not answered to {@code action}, which may not send. */
    void forEachOpen(Consumer<OpenCall> action) {
        unsent.forEach(each -> {
            if (!each.request.oneway()) {
                action.accept(each.call);
            }
        });
        open.values().forEach(action);
    }

    /** Stops waiting for the answer to a call; false if it is not here. */
    boolean forget(OpenCall call) {
        for (IntObjectMap.PrimitiveEntry<OpenCall> each : open.entries()) {
            if (each.value() == call) {
                open.remove(each.key());
                return true;
            }
        }
        return false;
    }

    // ---- the channel ----

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (ended) {
            ctx.close(); // given up while it was being connected
            return;
        }
        context = ctx;
        WriteBatch out = WriteBatch.on(ctx.channel());
        batch = out;
        for (Unsent each = unsent.poll(); each != null; each = unsent.poll()) {
            try {
                write(
                        out,
                        each.call,
                        each.request,
                        each.struct,
                        each.struct.readerIndex(),
                        each.struct.readableBytes());
            } finally {
                each.struct.release();
            }
        }
        owner.onConnected(this);
        ctx.fireChannelActive();
    }

    @Override
    protected void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        ThriftMessage message = envelope.read(in, index, length);
        MessageKind kind = message.header().kind();
        if (kind != MessageKind.REPLY && kind != MessageKind.EXCEPTION) {
            throw new FrameException("message kind", kind, "REPLY or EXCEPTION");
        }
        OpenCall call = open.remove(message.header().sequence());
        if (call != null) {
            idleSinceNanos = System.nanoTime();
            owner.onAnswered(this);
            call.onAnswer(kind, in, index + message.bodyOffset(), length - message.bodyOffset());
        }
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        owner.onMalformed(why);
        end("malformed answer from provider " + name + ": " + why.getMessage());
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        end("provider " + name + " closed the connection");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        end("connection to provider " + name + " broke: " + cause.getMessage());
    }

    /** Ends it once: closes it, tells its owner and then its calls. */
    void end(String why) {
        if (ended) {
            return;
        }
        ended = true;
        ChannelHandlerContext connected = context;
        if (connected != null) {
            connected.close();
        }
        owner.onEnded(this, why);
        List<OpenCall> lost = new ArrayList<>(open.values());
        open.clear();
        for (Unsent each = unsent.poll(); each != null; each = unsent.poll()) {
            each.struct.release();
            each.call.onNotSent(why);
        }
        lost.forEach(call -> call.onConnectionLost(why));
    }
}
