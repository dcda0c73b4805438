package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.MysqlLimits;
import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SqlCursor;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.SqlSession;
import io.millrace.newsql.mysql.command.CommandType;
import io.millrace.newsql.mysql.command.ExecuteCommand;
import io.millrace.newsql.mysql.command.PreparedStatement;
import io.millrace.newsql.mysql.command.PreparedStatements;
import io.millrace.newsql.mysql.command.QueryCommand;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.newsql.mysql.packet.PacketWriter;
import io.millrace.newsql.mysql.result.ColumnPackets;
import io.millrace.newsql.mysql.result.LocalFiles;
import io.millrace.newsql.mysql.result.ResultWriter;
import io.millrace.newsql.mysql.result.StatusPackets;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out the commands of one session and writes their answers.
 *
 * <p><b>Threads</b>: one worker at a time. <b>Ownership</b>: closes the session and its prepared statements.
 */
final class Commands implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Commands.class);

    /** A longer text is not looked at on the event loop. */
    private static final int TEXT_NOW_MAX = 4096;

    private final Wire wire;
    private final PacketWriter packets;
    private final SqlSession session;
    private final int capabilities;
    private final Answers answers;
    private final PreparedStatements statements;

    /** What the event loop has read and left to a worker. */
    private @Nullable QueryCommand decoded;

    Commands(Wire wire, PacketWriter packets, SqlSession session, int capabilities, LocalFiles files) {
        this.wire = wire;
        this.packets = packets;
        this.session = session;
        this.capabilities = capabilities;
        this.answers = new Answers(wire, packets, session, capabilities, files);
        MysqlLimits limits = wire.config().limits();
        this.statements =
                new PreparedStatements(wire.preparedStatements(), limits.preparedStatements(), limits.packetBytes());
    }

    SqlSession session() {
        return session;
    }

    /** Borrows: a command, behind its code. */
    void run(CommandType type, ByteBuf payload) {
        PacketReader in = new PacketReader(payload);
        switch (type) {
            case QUERY -> answers.withResult(false, out -> query(in, out));
            case STMT_EXECUTE -> execute(in);
            case PROCESS_INFO -> answers.withResult(false, out -> session.execute("SHOW PROCESSLIST", out));
            case STMT_SEND_LONG_DATA -> sendLongData(in);
            case STMT_CLOSE -> answers.withoutAnswer(() -> statements.close(in.readInt()));
            default -> answers.answering(() -> other(type, in));
        }
    }

    /**
     * On the event loop: runs a command that waits for nothing. Borrows it; it is as it was if it did not run.
     *
     * @return null if it did not run; else completes when what was written may leave
     */
    @Nullable
    CompletionStage<?> runNow(CommandType type, ByteBuf payload) {
        int start = payload.readerIndex();
        CompletionStage<?> leaves =
                switch (type) {
                    case PING -> answers.now(false, Commands::pingNow, payload);
                    case QUERY -> payload.readableBytes() > TEXT_NOW_MAX
                            ? null
                            : answers.now(false, this::queryNow, payload);
                    case STMT_EXECUTE -> answers.now(true, this::executeNow, payload);
                    default -> null;
                };
        if (leaves == null) {
            payload.readerIndex(start);
        }
        return leaves;
    }

    private void other(CommandType type, PacketReader in) {
        switch (type) {
            case PING -> answers.ok();
            case INIT_DB -> answers.withOk(() -> session.useSchema(text(in)));
            case STMT_PREPARE -> prepare(in);
            case STMT_FETCH -> fetch(in);
            case STMT_RESET -> answers.withOk(() -> reset(statements.get(in.readInt(), "mysqld_stmt_reset")));
            case RESET_CONNECTION -> answers.withOk(this::resetSession);
            case FIELD_LIST -> listFields(in);
            case SET_OPTION -> setOption(in.readShort());
            case PROCESS_KILL -> answers.withOk(() -> session.kill(Integer.toUnsignedLong(in.readInt())));
            case STATISTICS -> statistics();
            case DEBUG -> debug();
            default -> throw new SqlException(1047, "08S01", "Unknown command");
        }
    }

    // ---- statements ----

    private void query(PacketReader in, ResultWriter out) {
        QueryCommand known = decoded;
        decoded = null;
        QueryCommand query = known == null ? QueryCommand.read(in, capabilities, session.clientCharset()) : known;
        if (!query.attributes().isEmpty()) {
            session.setQueryAttributes(query.attributes());
        }
        session.execute(query.sql(), out);
    }

    private @Nullable CompletionStage<?> queryNow(PacketReader in, ResultWriter out) {
        QueryCommand query = QueryCommand.read(in, capabilities, session.clientCharset());
        CompletionStage<?> leaves = query.attributes().isEmpty() ? session.executeNow(query.sql(), out) : null;
        decoded = leaves == null ? query : null;
        return leaves;
    }

    private void prepare(PacketReader in) {
        statements.requireRoom();
        PreparedQuery query = session.prepare(ClientText.decode(in.readRest(), session.clientCharset()));
        PreparedStatement statement = statements.add(query);
        List<ColumnDefinition> columns = query.columns();
        packets.begin()
                .writeByte(0)
                .writeIntLE(statement.id())
                .writeShortLE(columns.size())
                .writeShortLE(query.parameterCount())
                .writeByte(0)
                .writeShortLE(0);
        packets.end();
        if (query.parameterCount() > 0) {
            definitions(query.parameters());
        }
        if (!columns.isEmpty()) {
            definitions(columns);
        }
    }

    private void definitions(List<ColumnDefinition> columns) {
        ColumnPackets.write(packets, columns, session.resultsCharset());
        StatusPackets.endOfDefinitions(packets, capabilities, session.statusFlags());
    }

    private void execute(PacketReader in) {
        answers.withResult(true, out -> {
            PreparedStatement statement = statements.get(in.readInt(), "mysqld_stmt_execute");
            statement.closeCursor();
            try {
                ExecuteCommand execute = ExecuteCommand.read(in, statement, capabilities, session.clientCharset());
                if (!execute.attributes().isEmpty()) {
                    session.setQueryAttributes(execute.attributes());
                }
                execute(statement, execute, out);
            } finally {
                statement.clearLongData();
            }
        });
    }

    private void execute(PreparedStatement statement, ExecuteCommand execute, ResultWriter out) {
        if (!execute.wantsCursor()) {
            session.execute(statement.query(), execute.parameters(), out);
            return;
        }
        SqlCursor cursor = session.openCursor(statement.query(), execute.parameters(), out);
        if (cursor != null) {
            statement.openCursor(cursor);
            out.cursor(cursor);
        }
    }

    private @Nullable CompletionStage<?> executeNow(PacketReader in, ResultWriter out) {
        PreparedStatement statement = statements.find(in.readInt());
        if (statement == null || !statement.query().mayRunNow() || statement.cursor() != null) {
            return null;
        }
        boolean comesAgain = false;
        try {
            ExecuteCommand execute = ExecuteCommand.read(in, statement, capabilities, session.clientCharset());
            boolean isPlain = !execute.wantsCursor() && execute.attributes().isEmpty();
            CompletionStage<?> leaves =
                    isPlain ? session.executeNow(statement.query(), execute.parameters(), out) : null;
            comesAgain = leaves == null;
            return leaves;
        } finally {
            if (!comesAgain) {
                statement.clearLongData();
            }
        }
    }

    private static CompletionStage<?> pingNow(PacketReader in, ResultWriter out) {
        out.ok(0, 0, 0, "");
        return Answers.LEAVES;
    }

    private void fetch(PacketReader in) {
        int id = in.readInt();
        int rowsMax = in.readInt();
        PreparedStatement statement = statements.get(id, "mysqld_stmt_fetch");
        SqlCursor cursor = statement.cursor();
        if (cursor == null) {
            throw new SqlException(
                    1421, "HY000", "The statement (" + Integer.toUnsignedString(id) + ") has no open cursor.");
        }
        ResultWriter out = answers.result(true);
        try {
            if (!out.fetch(cursor, rowsMax <= 0 ? Integer.MAX_VALUE : rowsMax)) {
                statement.closeCursor();
            }
        } catch (RuntimeException failure) {
            statement.closeCursor();
            out.fail(answers.asSqlException(failure));
        }
    }

    private static void reset(PreparedStatement statement) {
        statement.closeCursor();
        statement.clearLongData();
    }

    private void sendLongData(PacketReader in) {
        answers.withoutAnswer(() -> {
            PreparedStatement statement = statements.find(in.readInt());
            if (statement != null) {
                statement.addLongData(in.readShort(), in.readRest());
            }
        });
    }

    // ---- the session ----

    private void resetSession() {
        statements.closeAll();
        session.reset();
    }

    private void listFields(PacketReader in) {
        String table = new String(in.readZeroEnded(), session.clientCharset());
        List<ColumnDefinition> columns = session.listFields(table, text(in));
        ColumnPackets.writeFields(packets, columns, session.resultsCharset());
        answers.result(false).endOfAnswer();
    }

    private void setOption(int option) {
        if (option > 1) {
            throw new SqlException(1047, "08S01", "Unknown option: " + option + " (expected: 0 or 1)");
        }
        session.setMultiStatements(option == 0);
        answers.result(false).endOfAnswer();
    }

    private void statistics() {
        long seconds = Math.max(1, (System.nanoTime() - wire.startedNanos()) / 1_000_000_000L);
        long questions = wire.traffic().questions.sum();
        String text = "Uptime: " + seconds + "  Threads: " + wire.connections().loggedIn() + "  Questions: " + questions
                + "  Slow queries: 0  Opens: 0  Flush tables: 0  Open tables: 0  Queries per second avg: "
                + String.format(java.util.Locale.ROOT, "%.3f", (double) questions / seconds);
        packets.begin().writeCharSequence(text, StandardCharsets.US_ASCII);
        packets.end();
    }

    private void debug() {
        if (!session.mayDebug()) {
            throw new SqlException(
                    1227,
                    "42000",
                    "Access denied; you need (at least one of) the SUPER privilege(s) for this operation");
        }
        LOG.info(
                "state of the wire connections={} halfOpen={} workers={} waiting={} prepared={}",
                wire.connections().loggedIn(),
                wire.connections().halfOpen(),
                wire.workers().busy(),
                wire.workers().waiting(),
                wire.preparedStatements().get());
        answers.result(false).endOfAnswer();
    }

    /** An answer that was kept cannot leave as it is: an error is sent instead. */
    void fail(Throwable failure) {
        answers.fail(failure);
    }

    private String text(PacketReader in) {
        return new String(in.readRest(), session.clientCharset());
    }

    @Override
    public void close() {
        try {
            statements.closeAll();
        } catch (RuntimeException failure) {
            LOG.error("fault of the server while it closed prepared statements", failure);
        }
        try {
            session.close();
        } catch (RuntimeException failure) {
            LOG.error("fault of the server while it closed a session", failure);
        }
    }
}
