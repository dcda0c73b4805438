package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A connection of MySQL's protocol: logs in, prepares each statement for each table, then runs one after the other. */
final class MysqlDialog implements Dialog {
    private enum State {
        GREETING,
        LOGIN,
        PREPARING,
        READY
    }

    private final String database;
    private final SqlWorkload workload;
    private final SqlArguments arguments;
    private final int tables;
    private final boolean textual;
    private final List<PreparedText> texts = new ArrayList<>();
    private final MysqlAnswer answer = new MysqlAnswer();
    private State state = State.GREETING;
    private int prepared;
    private int prepareLeft;
    private int turn;

    MysqlDialog(DriverOptions options, SqlArguments arguments) {
        this.database = options.database();
        this.workload = options.sqlWorkload();
        this.arguments = arguments;
        this.tables = options.tables();
        this.textual = options.isTextual();
        Stream<SqlStatement> different = workload.statements().stream().distinct();
        different.forEach(statement -> {
            for (int table = 1; table <= (statement.isOfTable() ? tables : 1); table++) {
                texts.add(new PreparedText(statement, statement.of(table)));
            }
        });
    }

    @Override
    public boolean isReady() {
        return state == State.READY;
    }

    @Override
    public void begin(ByteBuf out) {
        // The server speaks first.
    }

    @Override
    public int next(ByteBuf out) {
        SqlStatement statement = workload.statements().get(turn);
        turn = turn + 1 == workload.statements().size() ? 0 : turn + 1;
        PreparedText text = textOf(statement);
        answer.begin(statement);
        int start = MysqlPackets.begin(out, 0);
        if (textual) {
            out.writeByte(MysqlPackets.COM_QUERY);
            arguments.writeText(out, text.text, statement);
        } else {
            execute(out, text);
        }
        MysqlPackets.end(out, start);
        return 1;
    }

    private PreparedText textOf(SqlStatement statement) {
        int first = 0;
        while (!texts.get(first).statement.equals(statement)) {
            first++;
        }
        return texts.get(statement.isOfTable() ? first + arguments.table(tables) : first);
    }

    private void execute(ByteBuf out, PreparedText text) {
        List<SqlStatement.Argument> places = text.statement.arguments();
        out.writeByte(MysqlPackets.COM_STMT_EXECUTE)
                .writeIntLE(text.id)
                .writeByte(0)
                .writeIntLE(1);
        if (places.isEmpty()) {
            return;
        }
        out.writeZero((places.size() + 7) / 8).writeByte(text.isTyped ? 0 : 1);
        if (!text.isTyped) {
            // As drivers do: types are sent with the first execution and stay.
            places.forEach(argument -> SqlArguments.writeType(out, argument));
            text.isTyped = true;
        }
        for (SqlStatement.Argument argument : places) {
            arguments.writeBinary(out, argument);
        }
    }

    @Override
    public int read(ByteBuf in, ByteBuf out) {
        int answered = 0;
        for (int length = MysqlPackets.lengthOf(in, in.readerIndex());
                length >= 0;
                length = MysqlPackets.lengthOf(in, in.readerIndex())) {
            int payload = in.readerIndex() + MysqlPackets.HEADER_BYTES;
            int bytes = length - MysqlPackets.HEADER_BYTES;
            if (state == State.READY) {
                answered += answer.take(in, payload, bytes) ? 1 : 0;
            } else {
                prepare(in, payload, bytes, out);
            }
            in.skipBytes(length);
        }
        return answered;
    }

    /** One packet before the first query. */
    private void prepare(ByteBuf in, int payload, int bytes, ByteBuf out) {
        int first = bytes == 0 ? MysqlPackets.OK : in.getUnsignedByte(payload);
        if (first == MysqlPackets.ERROR) {
            throw new UnexpectedAnswerException(MysqlPackets.error(in, payload, bytes));
        }
        switch (state) {
            case GREETING -> {
                MysqlPackets.login(out, database);
                state = State.LOGIN;
            }
            case LOGIN -> {
                if (first == MysqlPackets.EOF) {
                    MysqlPackets.emptyPassword(out, in.getUnsignedByte(payload - 1) + 1);
                } else if (first != MysqlPackets.MORE_DATA) {
                    state = State.PREPARING;
                    prepareNext(out);
                }
            }
            case PREPARING -> preparedBy(in, payload, out);
            case READY -> throw new IllegalStateException("ready");
        }
    }

    private void preparedBy(ByteBuf in, int payload, ByteBuf out) {
        if (prepareLeft == 0) {
            texts.get(prepared).id = in.getIntLE(payload + 1);
            int columns = in.getUnsignedShortLE(payload + 5);
            int parameters = in.getUnsignedShortLE(payload + 7);
            // Definitions of parameters and columns follow, each list with its end.
            prepareLeft = (parameters > 0 ? parameters + 1 : 0) + (columns > 0 ? columns + 1 : 0);
        } else {
            prepareLeft--;
        }
        if (prepareLeft == 0) {
            prepared++;
            prepareNext(out);
        }
    }

    private void prepareNext(ByteBuf out) {
        if (textual || prepared == texts.size()) {
            state = State.READY;
            return;
        }
        MysqlPackets.command(out, MysqlPackets.COM_STMT_PREPARE, texts.get(prepared).text);
    }

    private static final class PreparedText {
        private final SqlStatement statement;
        private final String text;
        private int id;
        private boolean isTyped;

        PreparedText(SqlStatement statement, String text) {
            this.statement = statement;
            this.text = text;
        }
    }
}
