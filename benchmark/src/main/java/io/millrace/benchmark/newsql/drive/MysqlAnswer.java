package io.millrace.benchmark.newsql.drive;

import io.netty.buffer.ByteBuf;

/** Follows the packets of one answer to its end and counts its rows. Not thread-safe. */
final class MysqlAnswer {
    /** Ends that a result has: one behind its columns, one behind its rows. */
    private static final int ENDS = 2;

    private SqlStatement statement = new SqlStatement("", java.util.List.of(), SqlStatement.NO_ROWS);
    private boolean begun;
    private int ends;
    private int rows;

    void begin(SqlStatement asked) {
        statement = asked;
        begun = false;
        ends = 0;
        rows = 0;
    }

    /** Takes a packet; true if it was the last of the answer. */
    boolean take(ByteBuf in, int payload, int bytes) {
        int first = in.getUnsignedByte(payload);
        if (first == MysqlPackets.ERROR) {
            throw new UnexpectedAnswerException(statement.text() + ": " + MysqlPackets.error(in, payload, bytes));
        }
        if (!begun) {
            begun = true;
            return first == MysqlPackets.OK && isComplete(SqlStatement.NO_ROWS);
        }
        if (first == MysqlPackets.EOF && bytes < MysqlPackets.EOF_BYTES_MAX) {
            return ++ends == ENDS && isComplete(rows);
        }
        rows += ends;
        return false;
    }

    private boolean isComplete(int seen) {
        boolean fits = statement.rows() == SqlStatement.SOME ? seen > 0 : statement.rows() == seen;
        if (!fits) {
            throw new UnexpectedAnswerException(
                    statement.text() + ": rows=" + seen + " (expected: " + statement.rows() + ")");
        }
        return true;
    }
}
