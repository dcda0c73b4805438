package io.millrace.newsql.node.command;

import org.jspecify.annotations.Nullable;

/**
 * {@code MAXLEN|MINID [=|~] threshold [LIMIT count]}: always exact here.
 *
 * @param most entries to leave, if this trims by count
 * @param least the first id to leave, if it trims by id
 * @param next argument behind the options
 */
record TrimOptions(long most, @Nullable StreamId least, int next) {

    static TrimOptions of(Call call, int first) {
        boolean byCount = call.word(first).equals("MAXLEN");
        if (!byCount && !call.word(first).equals("MINID")) {
            throw CommandException.syntax();
        }
        int at = first + 1;
        boolean about = call.word(at).equals("~");
        if (about || call.word(at).equals("=")) {
            at++;
        }
        long most = byCount ? count(call.integerAt(at)) : 0;
        StreamId least = byCount ? null : StreamId.of(call.text(at), 0);
        at++;
        if (about && at + 1 < call.size() && call.word(at).equals("LIMIT")) {
            count(call.integerAt(at + 1));
            at += 2;
        }
        return new TrimOptions(most, least, at);
    }

    private static long count(long value) {
        if (value < 0) {
            throw new CommandException("ERR The MAXLEN argument must be >= 0.");
        }
        return value;
    }

    /** Returns how many were removed. */
    long apply(StreamLog stream) {
        StreamId from = least;
        return from == null ? stream.trimToCount(most) : stream.trimBefore(from);
    }
}
