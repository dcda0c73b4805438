package io.millrace.newsql;

import java.util.List;

/**
 * Every meter of the SQL engine: name, type, unit, tags. Meters are made nowhere else under other names; {@code docs/operating/meters.md} is held against this list by a test.
 */
public enum NewSqlMeters {
    STATEMENTS(
            "millrace.newsql.statements", Type.TIMER, "Statements from their text to their last row, by kind", "kind"),
    ERRORS("millrace.newsql.errors", Type.COUNTER, "Statements that ended with an error"),
    SLOW("millrace.newsql.slow", Type.COUNTER, "Statements that took longer than long_query_time"),
    TIMEOUTS("millrace.newsql.timeouts", Type.COUNTER, "Queries that were ended by max_execution_time"),
    DENIED("millrace.newsql.denied", Type.COUNTER, "Statements that were refused for want of a privilege"),
    ROWS_SENT("millrace.newsql.rows.sent", Type.COUNTER, "Rows of results"),
    ROWS_CHANGED("millrace.newsql.rows.changed", Type.COUNTER, "Rows that statements say they changed"),
    PLAN_HITS("millrace.newsql.plan.hits", Type.COUNTER, "Statements whose plan was in the cache"),
    PLAN_MISSES("millrace.newsql.plan.misses", Type.COUNTER, "Statements that were planned"),
    SESSIONS("millrace.newsql.sessions", Type.GAUGE, "Sessions that are open"),
    TRANSACTIONS(
            "millrace.newsql.transactions", Type.GAUGE, "Sessions whose transaction goes on behind their statement"),
    RUNNING("millrace.newsql.running", Type.GAUGE, "Sessions that run a statement");

    /** Micrometer's kind of meter. */
    public enum Type {
        /** Timer in seconds, with a histogram. */
        TIMER,
        /** A value of now. */
        GAUGE,
        /** A count that only rises. */
        COUNTER
    }

    private final String meterName;
    private final Type type;
    private final String description;
    private final List<String> tags;

    NewSqlMeters(String meterName, Type type, String description, String... tags) {
        this.meterName = meterName;
        this.type = type;
        this.description = description;
        this.tags = List.of(tags);
    }

    /** The dotted Micrometer name. */
    public String meterName() {
        return meterName;
    }

    /** Its kind. */
    public Type type() {
        return type;
    }

    /** One phrase for the operator. */
    public String description() {
        return description;
    }

    /** The keys of its tags. */
    public List<String> tags() {
        return tags;
    }
}
