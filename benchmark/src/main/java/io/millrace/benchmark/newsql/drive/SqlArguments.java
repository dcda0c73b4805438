package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/** Draws the arguments of statements and writes them, in the binary form or as literals. Not thread-safe. */
final class SqlArguments {
    private static final int LONGLONG = 8;
    private static final int VAR_STRING = 253;

    private final int rows;
    private final SplittableRandom random;
    private final RowText text;
    private long from;

    SqlArguments(int rows, SplittableRandom random) {
        this.rows = rows;
        this.random = random;
        this.text = new RowText(random);
    }

    int table(int tables) {
        return random.nextInt(tables);
    }

    static void writeType(ByteBuf out, SqlStatement.Argument argument) {
        out.writeByte(isText(argument) ? VAR_STRING : LONGLONG).writeByte(0);
    }

    void writeBinary(ByteBuf out, SqlStatement.Argument argument) {
        if (isText(argument)) {
            byte[] value = text(argument);
            out.writeByte(value.length).writeBytes(value);
        } else {
            out.writeLongLE(number(argument));
        }
    }

    /** The statement with literals in the places of its question marks. */
    void writeText(ByteBuf out, String statement, SqlStatement of) {
        int written = 0;
        for (SqlStatement.Argument argument : of.arguments()) {
            int place = statement.indexOf('?', written);
            out.writeCharSequence(statement.substring(written, place), StandardCharsets.US_ASCII);
            if (isText(argument)) {
                out.writeByte('\'').writeBytes(text(argument)).writeByte('\'');
            } else {
                out.writeCharSequence(Long.toString(number(argument)), StandardCharsets.US_ASCII);
            }
            written = place + 1;
        }
        out.writeCharSequence(statement.substring(written), StandardCharsets.US_ASCII);
    }

    private static boolean isText(SqlStatement.Argument argument) {
        return argument == SqlStatement.Argument.C || argument == SqlStatement.Argument.PAD;
    }

    private byte[] text(SqlStatement.Argument argument) {
        return text.next(argument == SqlStatement.Argument.C ? RowText.C_LENGTH : RowText.PAD_LENGTH);
    }

    private long number(SqlStatement.Argument argument) {
        return switch (argument) {
            case ID, K -> 1 + random.nextInt(rows);
            case FROM -> from = 1 + random.nextInt(Math.max(1, rows - SqlStatement.RANGE));
            case TO -> from + SqlStatement.RANGE - 1;
            case C, PAD -> throw new IllegalArgumentException("not a number: " + argument);
        };
    }
}
