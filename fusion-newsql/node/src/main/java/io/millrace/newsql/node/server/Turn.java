package io.millrace.newsql.node.server;

import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreDecision;
import io.millrace.newsql.node.StoreView;
import io.millrace.newsql.node.command.Call;
import io.millrace.newsql.node.command.Command;
import io.millrace.newsql.node.command.CommandRunner;
import io.millrace.newsql.node.command.Keyspace;
import io.millrace.newsql.node.command.Session;
import io.millrace.newsql.node.command.TurnData;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Commands of a connection that run in the store's writer, as one commit.
 *
 * <p><b>Ownership.</b> Holds the buffer of the replies, with those of commands before it, until {@link #release} or {@link #takeReplies}. <b>Threads.</b> The connection's loop until it is handed to the
 * store, then the writer's, then the loop's again.
 */
final class Turn implements StoreDecision {

    private static final int OVERHEAD_OF_AN_ARGUMENT = 32;

    private final CommandRunner runner;
    private final Session session;
    private final ByteBuf replies;
    private final int mark;
    private final List<Waiting> commands = new ArrayList<>();
    private long bytes;

    private record Waiting(@Nullable Command command, byte[][] arguments) {}

    /** @param replies taken */
    Turn(CommandRunner runner, Session session, ByteBuf replies) {
        this.runner = runner;
        this.session = session;
        this.replies = replies;
        this.mark = replies.writerIndex();
    }

    void add(@Nullable Command command, byte[][] arguments) {
        commands.add(new Waiting(command, arguments));
        for (byte[] argument : arguments) {
            bytes += argument.length + OVERHEAD_OF_AN_ARGUMENT;
        }
    }

    /** Bytes of its arguments, roughly. */
    long bytes() {
        return bytes;
    }

    @Override
    public StoreBatch decide(StoreView newest) {
        TurnData data = new TurnData(newest);
        Keyspace keyspace = new Keyspace(data, System.currentTimeMillis());
        for (Waiting waiting : commands) {
            runner.run(
                    waiting.command(), waiting.arguments(), new Call(waiting.arguments(), keyspace, session, replies));
        }
        return data.toBatch();
    }

    /** Instead of what the commands replied: the same error for each. */
    void replyAll(String error) {
        replies.writerIndex(mark);
        for (int i = 0; i < commands.size(); i++) {
            session.writer().error(replies, error);
        }
    }

    /** Gives. */
    ByteBuf takeReplies() {
        return replies;
    }

    void release() {
        replies.release();
    }
}
