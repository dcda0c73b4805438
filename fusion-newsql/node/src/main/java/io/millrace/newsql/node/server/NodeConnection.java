package io.millrace.newsql.node.server;

import io.millrace.newsql.node.StoreException;
import io.millrace.newsql.node.StoreException.Reason;
import io.millrace.newsql.node.command.Call;
import io.millrace.newsql.node.command.Command;
import io.millrace.newsql.node.command.CommandRunner;
import io.millrace.newsql.node.command.Keyspace;
import io.millrace.newsql.node.command.LoopData;
import io.millrace.newsql.node.command.Session;
import io.millrace.newsql.node.resp.RespRequest;
import io.millrace.newsql.node.resp.RespRequests;
import io.millrace.transport.FrameException;
import io.millrace.transport.WriteBatch;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Cuts requests out of what arrives, runs them here or as a {@link Turn}, and lets the replies leave when the device has what they tell of.
 *
 * <p><b>Threads.</b> Its event loop; it never waits: while a turn or the device is awaited, the connection is not read, and what was read already joins the next turn.
 */
final class NodeConnection extends RespRequests {

    private static final Logger LOG = LoggerFactory.getLogger(NodeConnection.class);
    private static final int REPLIES_FIRST = 1024;

    /** Bytes of replies that are sent before more commands run: so that a few small requests for large values do not fill the memory. */
    private static final int REPLIES_AT_ONCE = 256 << 10;

    private final NodeListener node;
    private final LoopData data;
    private @Nullable Session session;
    private @Nullable ByteBuf replies;
    private final Deque<WaitingCommand> waiting = new ArrayDeque<>();
    private boolean awaiting;
    private boolean advancing;
    private boolean paused;
    private boolean counted;
    private boolean closed;
    private long lastReadNanos = System.nanoTime();

    NodeConnection(NodeListener node) {
        super(node.limits().requestBytesMax(), node.limits().argumentsMax());
        this.node = node;
        this.data = new LoopData(node.store());
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) throws Exception {
        Session opened = node.newSession(ctx.channel());
        session = opened;
        counted = true;
        if (!node.opened(this, ctx)) {
            refuse(
                    ctx,
                    opened,
                    "ERR max number of clients reached (limit: " + node.limits().connectionsMax() + ")");
            return;
        }
        watch(ctx);
        super.channelActive(ctx);
    }

    // ---- requests ----

    @Override
    protected void onRequest(ChannelHandlerContext ctx, RespRequest request) {
        Session client = session;
        if (client == null || client.isClosing()) {
            return;
        }
        lastReadNanos = System.nanoTime();
        Command command = node.runner().find(request);
        if (awaiting || !waiting.isEmpty() || hasManyReplies() || CommandRunner.mayWrite(command, client)) {
            waiting.add(new WaitingCommand(command, copy(request)));
        } else {
            ByteBuf out = replies(ctx);
            runHere(client, command, Call.of(request, newKeyspace(), client, out), out);
        }
    }

    private boolean hasManyReplies() {
        ByteBuf out = replies;
        return out != null && out.readableBytes() >= REPLIES_AT_ONCE;
    }

    private static byte[][] copy(RespRequest request) {
        byte[][] arguments = new byte[request.size()][];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = request.copy(i);
        }
        return arguments;
    }

    private Keyspace newKeyspace() {
        return new Keyspace(data, System.currentTimeMillis());
    }

    private void runHere(Session client, @Nullable Command command, Call call, ByteBuf out) {
        int mark = out.writerIndex();
        try {
            node.runner().run(command, call);
        } catch (StoreException e) {
            out.writerIndex(mark);
            client.writer().error(out, errorOf(e));
        } catch (IndexOutOfBoundsException e) {
            out.writerIndex(mark);
            tooLarge(client, out);
        }
    }

    private void tooLarge(Session client, ByteBuf out) {
        out.clear();
        client.writer()
                .error(
                        out,
                        "ERR replies too large for one read (limit: "
                                + node.limits().replyBytesMax() + " bytes); ask for less at a time");
        client.close();
        waiting.clear();
    }

    @Override
    protected void onBatchEnd(ChannelHandlerContext ctx) {
        advance(ctx);
    }

    // ---- the end of a read ----

    /** Runs what waits, as far as it may now, and sends what is there when it may be known; nothing while the client does not take what it was sent. */
    private void advance(ChannelHandlerContext ctx) {
        Session client = session;
        if (awaiting || closed || client == null) {
            return;
        }
        if (!WriteBatch.on(ctx.channel()).isWritable()) {
            data.thaw();
            pause(ctx);
            return;
        }
        WaitingCommand next = waiting.peek();
        while (next != null && !hasManyReplies() && !CommandRunner.mayWrite(next.command(), client)) {
            waiting.remove();
            ByteBuf out = replies(ctx);
            runHere(client, next.command(), Call.of(next.arguments(), newKeyspace(), client, out), out);
            next = waiting.peek();
        }
        data.thaw();
        if (next != null && !hasManyReplies()) {
            begin(ctx, new Turn(node.runner(), client, takeReplies(ctx), new ArrayList<>(waiting), REPLIES_AT_ONCE));
            waiting.clear();
        } else if (replies != null) {
            sendReads(ctx);
        } else {
            resume(ctx);
        }
    }

    private void sendReads(ChannelHandlerContext ctx) {
        CompletionStage<Void> durable = node.store().whenDurable(node.store().position());
        if (durable.toCompletableFuture().isDone()) {
            durable.whenComplete((done, failure) -> readsDone(ctx, failure));
        } else {
            await(ctx);
            durable.whenComplete((done, failure) -> ctx.executor().execute(() -> readsDone(ctx, failure)));
        }
    }

    private void readsDone(ChannelHandlerContext ctx, @Nullable Throwable failure) {
        awaiting = false;
        if (closed) {
            return;
        }
        ByteBuf out = takeReplies(ctx);
        if (failure == null) {
            send(ctx, out);
        } else {
            out.release();
            fail(ctx, failure);
        }
    }

    private void begin(ChannelHandlerContext ctx, Turn turn) {
        await(ctx);
        node.store().commit(turn, turn.bytes()).whenComplete((position, failure) -> ctx.executor()
                .execute(() -> turnDone(ctx, turn, failure)));
    }

    private void turnDone(ChannelHandlerContext ctx, Turn turn, @Nullable Throwable failure) {
        awaiting = false;
        if (closed) {
            turn.release();
            return;
        }
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        Session client = session;
        if (cause != null && client != null) {
            if (cause instanceof IndexOutOfBoundsException) {
                tooLarge(client, turn.takeReplies());
            } else {
                turn.replyAll(errorOf(cause));
                if (!(cause instanceof StoreException e)
                        || e.reason() == Reason.FAILED
                        || e.reason() == Reason.CLOSED) {
                    client.close();
                }
            }
        }
        if (client == null || !client.isClosing()) {
            List<WaitingCommand> rest = turn.rest();
            for (int i = rest.size() - 1; i >= 0; i--) {
                waiting.addFirst(rest.get(i));
            }
        }
        send(ctx, turn.takeReplies());
    }

    private static String errorOf(Throwable failure) {
        if (!(failure instanceof StoreException e)) {
            LOG.error("command failed", failure);
            return "ERR internal error: " + failure;
        }
        String code =
                switch (e.reason()) {
                    case BUSY -> "TRYAGAIN ";
                    case DISK_FULL -> "MISCONF ";
                    default -> "ERR ";
                };
        return code + e.getMessage();
    }

    /** Takes. */
    private void send(ChannelHandlerContext ctx, ByteBuf out) {
        WriteBatch batch = WriteBatch.on(ctx.channel());
        batch.append(out);
        Session client = session;
        if (client != null && client.isClosing() && waiting.isEmpty()) {
            batch.flushNow();
            closeBehindReplies(ctx);
            return;
        }
        batch.commit();
        resume(ctx);
    }

    // ---- reading on and not ----

    private void await(ChannelHandlerContext ctx) {
        awaiting = true;
        pause(ctx);
    }

    private void pause(ChannelHandlerContext ctx) {
        if (!paused) {
            paused = true;
            ctx.channel().config().setAutoRead(false);
        }
    }

    /** Goes on with what waits, then with reading; but not while the client does not take its replies. */
    private void resume(ChannelHandlerContext ctx) {
        if (!WriteBatch.on(ctx.channel()).isWritable()) {
            pause(ctx);
        } else if (!waiting.isEmpty() || replies != null) {
            advanceSoon(ctx);
        } else if (paused && !awaiting) {
            paused = false;
            ctx.channel().config().setAutoRead(true);
        }
    }

    /** In a task of its own, so that other connections get their turns; one task at a time. */
    private void advanceSoon(ChannelHandlerContext ctx) {
        if (!advancing) {
            advancing = true;
            ctx.executor().execute(() -> {
                advancing = false;
                advance(ctx);
            });
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext ctx) throws Exception {
        if (!closed && !awaiting) {
            resume(ctx);
        }
        super.channelWritabilityChanged(ctx);
    }

    // ---- buffers ----

    private ByteBuf replies(ChannelHandlerContext ctx) {
        ByteBuf out = replies;
        if (out == null) {
            out = newReplies(ctx);
            replies = out;
        }
        return out;
    }

    private ByteBuf takeReplies(ChannelHandlerContext ctx) {
        ByteBuf out = replies(ctx);
        replies = null;
        return out;
    }

    private ByteBuf newReplies(ChannelHandlerContext ctx) {
        return ctx.alloc().buffer(REPLIES_FIRST, node.limits().replyBytesMax());
    }

    // ---- bad days and the end ----

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        Session client = session;
        if (client != null) {
            refuse(ctx, client, "ERR Protocol error: " + why.getMessage());
        }
    }

    private void refuse(ChannelHandlerContext ctx, Session client, String error) {
        client.close();
        if (awaiting || !waiting.isEmpty()) {
            // What was asked before is answered first; then the connection ends without a word.
            advance(ctx);
            return;
        }
        data.thaw();
        ByteBuf out = takeReplies(ctx);
        client.writer().error(out, error);
        send(ctx, out);
    }

    private void fail(ChannelHandlerContext ctx, Throwable failure) {
        LOG.warn("connection ended: {}", failure.getMessage());
        ctx.close();
    }

    private static void closeBehindReplies(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(io.netty.buffer.Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    /** The node ends: replies that are awaited leave, nothing more is read. */
    void drain(ChannelHandlerContext ctx) {
        Session client = session;
        if (client == null || closed) {
            return;
        }
        client.close();
        pause(ctx);
        if (!awaiting) {
            closeBehindReplies(ctx);
        }
    }

    private void watch(ChannelHandlerContext ctx) {
        long wait = node.watchNanos();
        if (wait > 0) {
            ctx.executor().schedule(() -> look(ctx), wait, TimeUnit.NANOSECONDS);
        }
    }

    private void look(ChannelHandlerContext ctx) {
        Session client = session;
        if (closed || client == null) {
            return;
        }
        long silent = System.nanoTime() - lastReadNanos;
        if (!awaiting && node.isTooSilent(client.isAuthenticated(), silent)) {
            ctx.close();
        } else {
            watch(ctx);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        closed = true;
        if (counted) {
            node.closed(this);
        }
        data.thaw();
        ByteBuf out = replies;
        if (out != null) {
            replies = null;
            out.release();
        }
        waiting.clear();
        super.channelInactive(ctx);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (!(cause instanceof IOException)) {
            LOG.warn("connection ended: peer={}", ctx.channel().remoteAddress(), cause);
        }
        ctx.close();
    }
}
