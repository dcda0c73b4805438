package io.millrace.newsql.mysql;

import org.jspecify.annotations.Nullable;

/**
 * A statement or connection that failed with an error of MySQL: number, SQLSTATE and text as the client is told them.
 *
 * <p>It carries no stack trace unless it has a cause: it describes what a client asked for, and a client must not be able to make it costly.
 */
public final class SqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final String sqlState;

    /**
     * @param code MySQL's number, 1 to 65535
     * @param sqlState five characters
     * @param message what, the value seen, the rule; a client shows it as it is
     */
    public SqlException(int code, String sqlState, String message) {
        super(message, null, false, false);
        this.code = code;
        this.sqlState = checked(sqlState);
    }

    /** With a cause that the client is not told; it belongs in the log. */
    public SqlException(int code, String sqlState, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
        this.sqlState = checked(sqlState);
    }

    private static String checked(String sqlState) {
        if (sqlState.length() != 5) {
            throw new IllegalArgumentException("sqlState: " + sqlState + " (expected: five characters)");
        }
        return sqlState;
    }

    /** MySQL's number. */
    public int code() {
        return code;
    }

    /** Five characters. */
    public String sqlState() {
        return sqlState;
    }

    /** What the client is told. */
    public String text() {
        return String.valueOf(getMessage());
    }
}
