package io.millrace.newsql.node.server;

import io.millrace.newsql.node.StoreBatch;
import io.millrace.newsql.node.StoreDecision;
import io.millrace.newsql.node.StoreView;
import io.millrace.newsql.node.command.Call;
import io.millrace.newsql.node.command.CommandRunner;
import io.millrace.newsql.node.command.Keyspace;
import io.millrace.newsql.node.command.Session;
import io.millrace.newsql.node.command.TurnData;
import io.netty.buffer.ByteBuf;
import java.util.List;

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
    private final List<WaitingCommand> commands;
    private final int repliesMax;
    private int run;

    /**
     * @param replies taken
     * @param repliesMax bytes of replies behind which the rest of the commands waits for another turn
     */
    Turn(CommandRunner runner, Session session, ByteBuf replies, List<WaitingCommand> commands, int repliesMax) {
        this.runner = runner;
        this.session = session;
        this.replies = replies;
        this.mark = replies.writerIndex();
        this.commands = List.copyOf(commands);
        this.repliesMax = repliesMax;
    }

    /** Bytes of its arguments, roughly. */
    long bytes() {
        long bytes = 0;
        for (WaitingCommand waiting : commands) {
            for (byte[] argument : waiting.arguments()) {
                bytes += argument.length + OVERHEAD_OF_AN_ARGUMENT;
            }
        }
        return bytes;
    }

    @Override
    public StoreBatch decide(StoreView newest) {
        TurnData data = new TurnData(newest);
        Keyspace keyspace = new Keyspace(data, System.currentTimeMillis());
        while (run < commands.size() && (run == 0 || replies.readableBytes() < repliesMax)) {
            WaitingCommand next = commands.get(run++);
            runner.run(next.command(), Call.of(next.arguments(), keyspace, session, replies));
        }
        return data.toBatch();
    }

    /** Instead of what the commands replied: the same error for each; for all of them, if none was run. */
    void replyAll(String error) {
        replies.writerIndex(mark);
        run = run == 0 ? commands.size() : run;
        for (int i = 0; i < run; i++) {
            session.writer().error(replies, error);
        }
    }

    /** Commands that were not run: their turn is to come. */
    List<WaitingCommand> rest() {
        return commands.subList(run, commands.size());
    }

    /** Gives. */
    ByteBuf takeReplies() {
        return replies;
    }

    void release() {
        replies.release();
    }
}
