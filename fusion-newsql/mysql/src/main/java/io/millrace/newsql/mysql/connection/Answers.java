package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.LocalFiles;
import io.millrace.newsql.mysql.result.ResultWriter;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers the commands of one session: gives each the writer of its result, and makes of every failure the error that the client is told.
 *
 * <p><b>Threads</b>: who has the turn.
 */
final class Answers {
    private static final Logger LOG = LoggerFactory.getLogger(Answers.class);

    /** What was written may leave at once. */
    static final CompletionStage<?> LEAVES = CompletableFuture.completedFuture("");

    /** Writes a command's result. */
    interface Results {
        void write(ResultWriter out);
    }

    /** Writes the result of a command that waits for nothing; null if it is not one, and nothing was written. */
    interface NowResults {
        @Nullable
        CompletionStage<?> write(PacketReader in, ResultWriter out);
    }

    private final Wire wire;
    private final PacketWriter packets;
    private final SqlSession session;
    private final int capabilities;
    private final LocalFiles files;
    private @Nullable ResultWriter text;
    private @Nullable ResultWriter binary;

    Answers(Wire wire, PacketWriter packets, SqlSession session, int capabilities, LocalFiles files) {
        this.wire = wire;
        this.packets = packets;
        this.session = session;
        this.capabilities = capabilities;
        this.files = files;
    }

    void withResult(boolean isBinary, Results results) {
        ResultWriter out = result(isBinary);
        try {
            results.write(out);
            out.finish();
        } catch (RuntimeException | StackOverflowError failure) {
            out.fail(asSqlException(failure));
        }
    }

    /** On the event loop. @return null if nothing ran; else completes when what was written may leave */
    @Nullable
    CompletionStage<?> now(boolean isBinary, NowResults results, ByteBuf payload) {
        ResultWriter out = result(isBinary);
        try {
            CompletionStage<?> leaves = results.write(new PacketReader(payload), out);
            if (leaves != null) {
                out.finish();
            }
            return leaves;
        } catch (RuntimeException | StackOverflowError failure) {
            out.fail(asSqlException(failure));
            return LEAVES;
        }
    }

    /** The writer of the last result, which has ended; a new one if the session's charset is another. */
    ResultWriter result(boolean isBinary) {
        ResultWriter last = isBinary ? binary : text;
        if (last != null && last.charset().equals(session.resultsCharset())) {
            last.begin();
            return last;
        }
        ResultWriter made = new ResultWriter(
                packets, session, capabilities, isBinary, wire.config().limits().packetBytes(), files);
        if (isBinary) {
            binary = made;
        } else {
            text = made;
        }
        return made;
    }

    void withOk(Runnable work) {
        work.run();
        ok();
    }

    void ok() {
        ResultWriter out = result(false);
        out.ok(0, 0, 0, "");
        out.finish();
    }

    void answering(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException | StackOverflowError failure) {
            fail(failure);
        }
    }

    void withoutAnswer(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException failure) {
            asSqlException(failure);
        }
    }

    /** The whole answer is an error. */
    void fail(Throwable failure) {
        boolean isWrapped = failure instanceof CompletionException && failure.getCause() != null;
        result(false).fail(asSqlException(isWrapped ? failure.getCause() : failure));
    }

    SqlException asSqlException(@Nullable Throwable failure) {
        wire.traffic().errors.increment();
        if (failure instanceof SqlException error) {
            return error;
        }
        if (failure instanceof FrameException malformed) {
            return new SqlException(1835, "HY000", "Malformed communication packet: " + malformed.getMessage());
        }
        if (failure instanceof StackOverflowError) {
            return new SqlException(
                    1436, "HY000", "Thread stack overrun: the statement is nested too deeply; simplify it");
        }
        LOG.error("fault of the server while it ran a command", failure);
        return new SqlException(1105, "HY000", "Unknown error: " + failure + "; the server's log has more");
    }
}
