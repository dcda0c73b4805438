package io.millrace.mesh.ingress;

import io.millrace.mesh.HttpLimits;
import io.millrace.mesh.flow.Deadlines;
import io.millrace.mesh.ingress.HttpAnswers.Persistence;
import io.millrace.mesh.ingress.HttpHead.Method;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP connection: cuts requests out of what arrives, hands calls to {@link FormCalls}, and writes the answers in the order of
 * {@link AnswerLine}.
 *
 * <p>It stops reading while too many answers are owed or the client does not take them, so a client can hold no more of the agent's
 * memory than its limits allow. After an error that makes the rest of the stream meaningless it answers, closes its sending side and
 * drops what still comes for a moment, so that the client can read the answer.
 *
 * <p><b>Threads</b>: its event loop.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements IngressConnection {
    private static final byte[] CALL_PATH = {'/'};
    private static final byte[] HEALTH_PATH = "/health".getBytes(StandardCharsets.US_ASCII);
    private static final long WATCH_NANOS = TimeUnit.SECONDS.toNanos(5);

    private enum Expecting {
        HEAD,
        BODY,
        CHUNKS,
        /** The last request was read; the rest is dropped. */
        NOTHING
    }

    private final LoopContext context;
    /** Why nothing is served on this connection, or null. */
    private final @Nullable String refusal;

    private final HttpLimits limits;
    private final HttpHead head;
    private final FormCalls calls;
    private final AnswerLine line = new AnswerLine();
    private final Watch watch = new Watch();
    private @Nullable ChannelHandlerContext channelContext;
    private @Nullable WriteBatch batch;
    private Expecting expecting = Expecting.HEAD;
    private @Nullable ByteBuf in;
    private @Nullable ChunkedBody chunks;
    private boolean paused;
    private boolean processing;
    private boolean http11 = true;
    private long lastReadNanos;
    private long partialSinceNanos;
    private boolean partial;
    private boolean closed;

    /** @param refusal why the only answer will be 503; null to serve */
    HttpConnection(LoopContext context, @Nullable String refusal) {
        this.context = context;
        this.refusal = refusal;
        this.limits = context.config().http();
        this.head = new HttpHead(limits);
        this.calls = new FormCalls(this, context);
    }

    // ---- reading ----

    /** The channel is connected already: {@link FirstByte} was here before. */
    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        channelContext = ctx;
        WriteBatch out = WriteBatch.on(ctx.channel());
        batch = out;
        lastReadNanos = context.deadlines().now();
        context.connections().add(this);
        watch.arm();
        String why = refusal;
        if (why != null) {
            refuse(503, why);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf read = (ByteBuf) message;
        lastReadNanos = context.deadlines().now();
        if (expecting == Expecting.NOTHING || closed) {
            read.release();
            return;
        }
        ByteBuf before = in;
        in = before == null ? read : joined(ctx, before, read);
        process(ctx);
    }

    /** Takes both: what was left over, and what came. */
    private static ByteBuf joined(ChannelHandlerContext ctx, ByteBuf left, ByteBuf read) {
        // A call may still hold the buffer for its parameter; then it may not be written to.
        if (left.refCnt() == 1 && left.writableBytes() >= read.readableBytes()) {
            left.writeBytes(read);
            read.release();
            return left;
        }
        int length = left.readableBytes() + read.readableBytes();
        ByteBuf joined = ctx.alloc().buffer(Math.max(1024, length * 2));
        joined.writeBytes(left).writeBytes(read);
        left.release();
        read.release();
        return joined;
    }

    private void process(ChannelHandlerContext ctx) {
        if (processing) {
            return; // an answer that was given at once led here; the loop below goes on
        }
        processing = true;
        try {
            ByteBuf bytes = in;
            while (bytes != null && bytes.isReadable() && mayGoOn() && step(ctx, bytes)) {
                bytes = in;
            }
        } catch (HttpError e) {
            context.server().malformed().report("http", Integer.toString(e.status()), peer(ctx), e.text());
            refuse(e.status(), e.text());
        } finally {
            processing = false;
            dropConsumed();
            watchProgress();
            pauseOrResume(ctx);
        }
    }

    private boolean mayGoOn() {
        WriteBatch out = batch;
        return expecting != Expecting.NOTHING && line.owed() < limits.maxPipelined() && out != null && out.isWritable();
    }

    /** Reads one head or body; false if more bytes are needed. */
    private boolean step(ChannelHandlerContext ctx, ByteBuf bytes) {
        return switch (expecting) {
            case HEAD -> readHead(ctx, bytes);
            case BODY -> readBody(bytes);
            case CHUNKS -> readChunks(bytes);
            case NOTHING -> false;
        };
    }

    private boolean readHead(ChannelHandlerContext ctx, ByteBuf bytes) {
        skipEmptyLines(bytes);
        int length = Math.min(bytes.readableBytes(), limits.maxHeadBytes() + 4);
        byte[] copy = context.bytes(length);
        bytes.getBytes(bytes.readerIndex(), copy, 0, length);
        int end = head.parse(copy, 0, length);
        if (end < 0) {
            return false;
        }
        bytes.skipBytes(end);
        http11 = head.isHttp11();
        route();
        if (head.expectsContinue() && expecting != Expecting.HEAD && !bytes.isReadable()) {
            sendContinue();
        }
        return true;
    }

    /** RFC 9112 lets a server overlook an empty line before a request; some clients send one after a body. */
    private static void skipEmptyLines(ByteBuf bytes) {
        for (int lines = 0; lines < 2 && bytes.readableBytes() >= 2; lines++) {
            int at = bytes.readerIndex();
            if (bytes.getByte(at) != '\r' || bytes.getByte(at + 1) != '\n') {
                return;
            }
            bytes.skipBytes(2);
        }
    }

    /** Decides by the head alone what the request is; a refusal here spares the client the sending of its body. */
    private void route() {
        boolean isCall = head.targetIs(CALL_PATH);
        boolean isHealth = !isCall && head.targetIs(HEALTH_PATH);
        boolean hasBody = head.isChunked() || head.contentLength() > 0;
        if (!isCall && !isHealth) {
            throw new HttpError(404, "nothing is served at " + head.target() + " (calls: POST /, health: GET /health)");
        }
        if (isHealth) {
            if (head.method() != Method.GET && head.method() != Method.HEAD) {
                throw new HttpError(405, "health is read by GET or HEAD");
            }
            if (hasBody) {
                throw new HttpError(400, "health takes no body");
            }
            answerHealth();
            return;
        }
        if (head.method() != Method.POST) {
            throw new HttpError(405, "a call is a POST");
        }
        if (!head.isFormType()) {
            throw new HttpError(415, "a call is a form (expected: application/x-www-form-urlencoded)");
        }
        if (head.isChunked()) {
            chunks = new ChunkedBody(Unpooled.buffer(256, limits.maxBodyBytes()), limits.maxBodyBytes());
            expecting = Expecting.CHUNKS;
        } else if (hasBody) {
            expecting = Expecting.BODY;
        } else {
            call(Unpooled.EMPTY_BUFFER, 0, 0);
        }
    }

    private boolean readBody(ByteBuf bytes) {
        int length = head.contentLength();
        if (bytes.readableBytes() < length) {
            return false;
        }
        int index = bytes.readerIndex();
        bytes.skipBytes(length);
        expecting = Expecting.HEAD;
        call(bytes, index, length);
        return true;
    }

    private boolean readChunks(ByteBuf bytes) {
        ChunkedBody body = chunks;
        if (body == null || !body.read(bytes)) {
            return false;
        }
        ByteBuf data = body.take();
        body.close();
        chunks = null;
        expecting = Expecting.HEAD;
        try {
            call(data, data.readerIndex(), data.readableBytes());
        } finally {
            data.release();
        }
        return true;
    }

    // ---- calls ----

    /** Starts the call whose form stands in {@code length} bytes of {@code body} from {@code index} (borrows). */
    private void call(ByteBuf body, int index, int length) {
        boolean keepAlive = head.isKeepAlive();
        if (!keepAlive) {
            expecting = Expecting.NOTHING;
        }
        try {
            HttpCall call = calls.read(head, body, index, length);
            line.add(call);
            call.start();
        } catch (IllegalArgumentException e) {
            context.server().malformed().report("http", "400", "form", String.valueOf(e.getMessage()));
            answerError(line.add(new ImmediateAnswer(keepAlive, false)), 400, 0, String.valueOf(e.getMessage()));
        } catch (HttpError e) {
            answerError(line.add(new ImmediateAnswer(keepAlive, false)), e.status(), 0, e.text());
        }
    }

    // ---- answering, in order ----

    /** Answers with the bytes of {@code body} (borrows): at once if its turn has come, else when it comes. */
    void answer(Exchange exchange, int status, byte[] type, ByteBuf body) {
        ChannelHandlerContext ctx = channelContext;
        WriteBatch out = batch;
        if (closed || ctx == null || out == null) {
            return;
        }
        exchange.markAnswered();
        int length = body.readableBytes();
        int sent = exchange instanceof ImmediateAnswer immediate && immediate.isToHead() ? 0 : length;
        if (line.isFirst(exchange)) {
            ByteBuf buffer = out.reserve(HttpAnswers.MAX_HEAD + sent);
            HttpAnswers.writeHead(buffer, status, type, length, persistence(exchange));
            buffer.writeBytes(body, sent);
            leaveLine(ctx, out);
        } else {
            ByteBuf early = ctx.alloc().buffer(HttpAnswers.MAX_HEAD + sent);
            HttpAnswers.writeHead(early, status, type, length, persistence(exchange));
            early.writeBytes(body, sent);
            exchange.keep(early);
        }
    }

    /** Answers with {@code {"status":…,"dubboStatus":…,"message":…}}. */
    void answerError(Exchange exchange, int status, int dubboStatus, String message) {
        ByteBuf json = context.text();
        ErrorBody.write(json, status, dubboStatus, message);
        answer(exchange, status, HttpAnswers.JSON, json);
    }

    private Persistence persistence(Exchange exchange) {
        if (isLast(exchange)) {
            return Persistence.CLOSE;
        }
        return http11 ? Persistence.IMPLIED : Persistence.KEEP_ALIVE;
    }

    /** Whether the connection ends with this answer. An agent that drains still answers all that it has begun. */
    private boolean isLast(Exchange exchange) {
        return !exchange.isKeepAlive()
                || exchange.next() == null && context.server().isDraining();
    }

    /** The first in line was written; so are those behind it that were ready before. */
    private void leaveLine(ChannelHandlerContext ctx, WriteBatch out) {
        boolean close = line.leave(out, this::isLast);
        out.commit();
        if (close) {
            closeGently(ctx, out);
        } else if (in != null || paused) {
            process(ctx);
        }
    }

    private void answerHealth() {
        boolean ready = context.server().isReady();
        boolean keepAlive = head.isKeepAlive();
        if (!keepAlive) {
            expecting = Expecting.NOTHING;
        }
        ImmediateAnswer exchange = line.add(new ImmediateAnswer(keepAlive, head.method() == Method.HEAD));
        ByteBuf text = context.text();
        text.writeCharSequence(ready ? "ready\n" : "not ready\n", StandardCharsets.US_ASCII);
        answer(exchange, ready ? 200 : 503, HttpAnswers.TEXT, text);
    }

    /** Answers an error as the last thing on this connection. */
    private void refuse(int status, String message) {
        expecting = Expecting.NOTHING;
        partial = false;
        answerError(line.add(new ImmediateAnswer(false, head.method() == Method.HEAD)), status, 0, message);
    }

    private void sendContinue() {
        WriteBatch out = batch;
        // With answers owed, it would be taken for the beginning of one of them.
        if (out != null && line.isEmpty()) {
            out.reserve(HttpAnswers.CONTINUE.length).writeBytes(HttpAnswers.CONTINUE);
            out.commit();
        }
    }

    // ---- the connection ----

    private void closeGently(ChannelHandlerContext ctx, WriteBatch out) {
        expecting = Expecting.NOTHING;
        GentleClose.begin(context, ctx, out);
    }

    @Override
    public void drain() {
        ChannelHandlerContext ctx = channelContext;
        WriteBatch out = batch;
        if (ctx == null || out == null || expecting == Expecting.NOTHING) {
            return;
        }
        if (line.isEmpty()) {
            closeGently(ctx, out);
        } else if (expecting == Expecting.HEAD) {
            expecting = Expecting.NOTHING;
        }
    }

    private void pauseOrResume(ChannelHandlerContext ctx) {
        boolean pause = !closed && expecting != Expecting.NOTHING && !mayGoOn();
        if (pause != paused) {
            paused = pause;
            ctx.channel().config().setAutoRead(!pause);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) {
        if (paused && !closed) {
            process(ctx);
        }
    }

    private void dropConsumed() {
        ByteBuf bytes = in;
        if (bytes != null && (!bytes.isReadable() || expecting == Expecting.NOTHING)) {
            bytes.release();
            in = null;
        }
    }

    private void watchProgress() {
        boolean inMiddle = in != null && !paused || expecting == Expecting.BODY || expecting == Expecting.CHUNKS;
        if (inMiddle && !partial) {
            partialSinceNanos = context.deadlines().now();
        }
        partial = inMiddle;
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closed = true;
        context.connections().remove(this);
        context.server().connectionClosed();
        context.deadlines().remove(watch);
        expecting = Expecting.NOTHING;
        dropConsumed();
        ByteBuf bytes = in;
        if (bytes != null) {
            bytes.release();
            in = null;
        }
        ChunkedBody body = chunks;
        if (body != null) {
            body.close();
            chunks = null;
        }
        line.abandon();
        ctx.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        // A client that resets its connection is no fault of ours, and a fault of ours must not keep half a connection.
        if (!(cause instanceof IOException)) {
            context.server().onFault(cause);
        }
        ctx.close();
    }

    private static String peer(ChannelHandlerContext ctx) {
        return String.valueOf(ctx.channel().remoteAddress());
    }

    /** Looks every few seconds whether the connection has been silent, or in the middle of a request, for too long. */
    private final class Watch extends Deadlines.Entry {
        void arm() {
            context.deadlines().add(this, context.deadlines().now() + WATCH_NANOS);
        }

        @Override
        protected void onDeadline() {
            long now = context.deadlines().now();
            ChannelHandlerContext ctx = channelContext;
            if (closed || ctx == null) {
                return;
            }
            if (partial && now - partialSinceNanos > limits.requestTimeout().toNanos()) {
                refuse(
                        408,
                        "request not complete within " + limits.requestTimeout().toMillis() + " ms");
                dropConsumed();
            } else if (line.isEmpty()
                    && now - lastReadNanos > limits.idleTimeout().toNanos()) {
                ctx.close();
                return;
            }
            arm();
        }
    }
}
