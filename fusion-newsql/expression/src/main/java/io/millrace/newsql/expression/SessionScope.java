package io.millrace.newsql.expression;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlType;
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

    /** Of literals: {@code collation_connection}. A plan is good for sessions of one collation. */
    default String collation() {
        return SqlType.DEFAULT_COLLATION;
    }

    /** Whether {@code sql_mode} has a member, in upper case; MySQL's default modes if nobody says. */
    default boolean hasMode(String mode) {
        return switch (mode) {
            case "ONLY_FULL_GROUP_BY",
                    "STRICT_TRANS_TABLES",
                    "NO_ZERO_IN_DATE",
                    "NO_ZERO_DATE",
                    "ERROR_FOR_DIVISION_BY_ZERO",
                    "NO_ENGINE_SUBSTITUTION" -> true;
            default -> false;
        };
    }

    /** As {@code CURRENT_ROLE()} says it. */
    default @Nullable String role() {
        return "NONE";
    }

    /** The locks of GET_LOCK. */
    default NamedLocks namedLocks() {
        return NamedLocks.NONE;
    }

    /** Most bytes of a result of GROUP_CONCAT. */
    default long groupConcatMax() {
        return 1024;
    }

    /** Digits that a quotient has behind the point beside those of its dividend: {@code div_precision_increment}. A plan is good for sessions of one. */
    default int divisionDigits() {
        return 4;
    }

    /** How DATE_FORMAT and its like name months and days: {@code lc_time_names}. */
    default String timeNames() {
        return "en_US";
    }

    /** Whether the statement is to end with 1317. */
    boolean isCancelled();
}
