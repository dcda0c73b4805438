package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;

import io.millrace.mesh.MethodKey;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The provider agent's end of one link: reads calls, remembers the targets that they define, sends replies.
 *
 * <p><b>Threads</b>: the channel's event loop.
 *
 * @param <T> what the owner makes of a target
 */
public final class LinkSession<T> extends LinkFrames {
    private static final int SILENCES = 3;

    private final LinkLimits limits;
    private final LinkTraffic traffic;
    private final LinkCalls<T> calls;
    private @Nullable Object[] targets = new Object[16];
    private @Nullable ChannelHandlerContext context;
    private @Nullable WriteBatch batch;
    private int open;
    private long lastId;
    private boolean leaving;
    private boolean heard = true;
    private int silences;
    private long bytesOfBatch;

    LinkSession(LinkLimits limits, LinkTraffic traffic, LinkCalls<T> calls) {
        super(limits.maxFrameBytes());
        this.limits = limits;
        this.traffic = traffic;
        this.calls = calls;
    }

    /** Calls that were read and not yet replied to. */
    public int open() {
        return open;
    }

    /** Whether the other side reads what it is sent; when not, {@link LinkCalls} should hold its calls back. */
    public boolean isConnected() {
        ChannelHandlerContext ctx = context;
        return ctx != null && ctx.channel().isActive();
    }

    /**
     * Sends a REPLY whose payload is {@code length} bytes of {@code body} from {@code index} (borrows).
     *
     * @param inFlight calls in the provider now
     * @param limit calls allowed there
     */
    public void reply(
            long id, int status, int serialization, int inFlight, int limit, ByteBuf body, int index, int length) {
        WriteBatch out = batch;
        if (out == null || !isConnected()) {
            return; // the consumer agent has gone; so has its interest
        }
        open--;
        ByteBuf header = out.reserve(HEADER_LENGTH);
        int start = header.writerIndex();
        LinkHeader.write(
                header, KIND_REPLY, 0, 0, serialization, status, id, saturate(inFlight) << 16 | saturate(limit));
        LinkHeader.setLengths(header, start, 0, length);
        out.appendSlice(body, index, length);
        out.commit();
        traffic.sent(HEADER_LENGTH + length);
    }

    /** Sends a REPLY with a status of the link and a message. */
    public void refuse(long id, int status, int inFlight, int limit, String message) {
        WriteBatch out = batch;
        if (out == null || !isConnected()) {
            return;
        }
        open--;
        ByteBuf frame = out.reserve(HEADER_LENGTH + ByteBufUtil.utf8MaxBytes(message));
        int start = frame.writerIndex();
        LinkHeader.write(frame, KIND_REPLY, 0, 0, 0, status, id, saturate(inFlight) << 16 | saturate(limit));
        ByteBufUtil.writeUtf8(frame, message);
        LinkHeader.setLengths(frame, start, 0);
        traffic.sent(frame.writerIndex() - start);
        out.commit();
    }

    /** Says that no call after those already read will be taken. Open calls are still answered. */
    public void goAway() {
        WriteBatch out = batch;
        if (leaving || out == null) {
            return;
        }
        leaving = true;
        LinkHeader.write(out.reserve(HEADER_LENGTH), KIND_GOAWAY, 0, 0, 0, 0, lastId, 0);
        out.commit();
    }

    /** Closes the connection after what was written has left. */
    public void close() {
        WriteBatch out = batch;
        ChannelHandlerContext ctx = context;
        if (out != null && ctx != null) {
            out.flushNow();
            ctx.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        batch = WriteBatch.on(ctx.channel());
        traffic.opened();
        ctx.executor().schedule(this::watchSilence, limits.pingAfter().toMillis(), TimeUnit.MILLISECONDS);
        calls.onOpened(this);
        ctx.fireChannelActive();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        super.channelInactive(ctx);
        traffic.closed();
        calls.onClosed(this);
    }

    @Override
    void onHello(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        windowOf(in, index, length);
        WriteBatch out = batch;
        if (out != null) {
            writeHello(out.reserve(HEADER_LENGTH + HELLO_BODY_LENGTH), KIND_HELLO_ACK, limits.window());
            out.commit();
        }
    }

    @Override
    void onCall(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        bytesOfBatch += length;
        if (leaving) {
            return; // the GOAWAY that is on its way says that this one was not taken
        }
        long id = in.getLong(index + REQUEST_ID_OFFSET);
        lastId = Math.max(lastId, id);
        open++;
        int budgetMicros = in.getInt(index + BUDGET_OFFSET);
        int metadataLength = in.getInt(index + METADATA_LENGTH_OFFSET);
        boolean defines = (in.getByte(index + FLAGS_OFFSET) & FLAG_DEFINES_TARGET) != 0;
        ByteBuf metadata = in.slice(index + HEADER_LENGTH, metadataLength);
        T target = target(metadata, defines);
        Map<String, String> attachments = CallMetadata.readAttachments(metadata);
        if (open > limits.window()) {
            refuse(
                    id,
                    LinkStatus.BUSY,
                    limits.window(),
                    limits.window(),
                    "more calls open than the window of " + limits.window());
            return;
        }
        calls.onCall(
                this,
                id,
                target,
                in.getUnsignedByte(index + PROTOCOL_OFFSET),
                in.getUnsignedByte(index + SERIALIZATION_OFFSET),
                Math.max(0, budgetMicros),
                attachments,
                in,
                index + HEADER_LENGTH + metadataLength,
                length - HEADER_LENGTH - metadataLength);
    }

    @SuppressWarnings("unchecked")
    private T target(ByteBuf metadata, boolean defines) {
        int wireId = CallMetadata.readVarint(metadata);
        if (wireId < 0 || wireId > CallTarget.MAX_NUMBERED) {
            throw new FrameException("target id", wireId, "0.." + CallTarget.MAX_NUMBERED);
        }
        if (defines) {
            int before = metadata.readerIndex();
            MethodKey method = CallMetadata.readMethod(metadata);
            if (metadata.readerIndex() - before > CallTarget.MAX_DEFINITION_BYTES) {
                throw new FrameException(
                        "definition of a target",
                        (metadata.readerIndex() - before) + " bytes",
                        "<= " + CallTarget.MAX_DEFINITION_BYTES);
            }
            T made = calls.resolve(method);
            if (wireId > 0) {
                remember(wireId - 1, made);
            }
            return made;
        }
        Object known = wireId > 0 && wireId <= targets.length ? targets[wireId - 1] : null;
        if (known == null) {
            throw new FrameException("target id", wireId, "one that this link has defined");
        }
        return (T) known;
    }

    private void remember(int number, T target) {
        if (number >= targets.length) {
            targets = Arrays.copyOf(targets, Math.min(CallTarget.MAX_NUMBERED, Integer.highestOneBit(number) * 2));
        }
        targets[number] = target;
    }

    @Override
    protected void onBatchEnd(ChannelHandlerContext ctx) {
        heard = true;
        traffic.received(bytesOfBatch);
        bytesOfBatch = 0;
    }

    @Override
    void onPing(ChannelHandlerContext ctx) {
        send(KIND_PONG);
    }

    private void watchSilence() {
        ChannelHandlerContext ctx = context;
        if (ctx == null || !ctx.channel().isActive()) {
            return;
        }
        if (heard) {
            heard = false;
            silences = 0;
        } else if (++silences > SILENCES) {
            ctx.close();
            return;
        } else {
            send(KIND_PING);
        }
        ctx.executor().schedule(this::watchSilence, limits.pingAfter().toMillis(), TimeUnit.MILLISECONDS);
    }

    private void send(byte kind) {
        WriteBatch out = batch;
        if (out != null) {
            LinkHeader.write(out.reserve(HEADER_LENGTH), kind, 0, 0, 0, 0, 0, 0);
            out.commit();
        }
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        calls.onMalformed(String.valueOf(ctx.channel().remoteAddress()), why);
        ctx.close();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A peer that resets its connection or fails its TLS handshake is no fault of ours; channelInactive tells the
        // owner.
        if (!(cause instanceof IOException) && !(cause instanceof DecoderException)) {
            calls.onFault(cause);
        }
        ctx.close();
    }

    private static int saturate(int count) {
        return Math.min(0xFFFF, Math.max(0, count));
    }
}
