package io.millrace.newsql.session;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** What statements leave behind for the next: counts, ids, variables of the user, the time. One thread. */
final class SessionValues {

    private static final int USER_VARIABLES_MAX = 10_000;

    /** What an unset variable is, as in MySQL. */
    private static final Literal UNSET = new Literal(SqlType.VARBINARY, null);

    private final Map<String, Literal> userVariables = new HashMap<>();
    private long lastInsertId;
    private long rowCount = -1;
    private long foundRows;
    private long statementMicros;
    private long fixedMicros = -1;

    long lastInsertId() {
        return lastInsertId;
    }

    void lastInsertId(long value) {
        lastInsertId = value;
    }

    long rowCount() {
        return rowCount;
    }

    void rowCount(long value) {
        rowCount = value;
    }

    long foundRows() {
        return foundRows;
    }

    void foundRows(long value) {
        foundRows = value;
    }

    /** A statement begins: its time is that of the clock, unless SET timestamp has fixed it. */
    void beginStatement() {
        java.time.Instant now = java.time.Instant.now();
        statementMicros = fixedMicros >= 0 ? fixedMicros : now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
    }

    long statementMicros() {
        return statementMicros;
    }

    /** @param seconds since 1970; 0 for the clock's time again */
    void fixTime(double seconds) {
        fixedMicros = seconds == 0 ? -1 : (long) (seconds * 1_000_000);
    }

    Literal userVariable(String name) {
        return userVariables.getOrDefault(name.toLowerCase(Locale.ROOT), UNSET);
    }

    void setUserVariable(String name, Literal value) {
        String key = name.toLowerCase(Locale.ROOT);
        if (userVariables.size() >= USER_VARIABLES_MAX && !userVariables.containsKey(key)) {
            throw SqlErrors.of(1041, "HY000", "Too many user variables in this session: " + USER_VARIABLES_MAX);
        }
        userVariables.put(key, value.value() == null ? UNSET : value);
    }

    Map<String, Literal> userVariables() {
        return userVariables;
    }

    void reset() {
        userVariables.clear();
        lastInsertId = 0;
        rowCount = -1;
        foundRows = 0;
        fixedMicros = -1;
    }
}
