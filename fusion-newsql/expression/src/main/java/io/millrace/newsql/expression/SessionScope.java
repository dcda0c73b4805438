package io.millrace.newsql.expression;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.WarningSink;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** What expressions ask of the session that evaluates them. */
public interface SessionScope {

    /** A variable of the system, by its name in lower case. @throws io.millrace.newsql.mysql.SqlException 1193 for none */
    Literal systemVariable(String name, boolean global);

    /** A variable of the user; NULL if it was never set. */
    Literal userVariable(String name);

    void setUserVariable(String name, Literal value);

    @Nullable
    String schema();

    /** As {@code USER()} says it. */
    String user();

    /** As {@code CURRENT_USER()} says it. */
    String account();

    long connectionId();

    String version();

    long lastInsertId();

    void setLastInsertId(long value);

    long rowCount();

    long foundRows();

    ZoneId zone();

    /** When the statement began: microseconds since 1970. */
    long statementMicros();

    WarningSink warnings();

    /** Whether the statement is to end with 1317. */
    boolean isCancelled();
}
