package io.millrace.newsql.mysql;

import org.jspecify.annotations.Nullable;

/**
 * What stands behind the wire: accounts and sessions. The SQL server implements it; the wire knows no SQL.
 *
 * <p><b>Threads</b>: called by several workers at once, never by an event loop; calls may wait.
 */
public interface SqlEngine {

    /** MySQL's default collation for connections, {@code utf8mb4_0900_ai_ci}. */
    int DEFAULT_COLLATION = 255;

    /** The version that a client is greeted with, such as {@code 8.4.6-millrace}. Drivers read the number and change their questions by it. */
    String serverVersion();

    /** Id of the collation that the greeting names, 1 to 255. */
    default int defaultCollation() {
        return DEFAULT_COLLATION;
    }

    /**
     * The account that a user of a host logs in to: the most specific one that matches.
     *
     * @param user as the client gave it; empty for an anonymous one
     * @param host numeric address of the client
     * @return null if none matches; the client is led through a dialogue that fails in the end, so that it learns nothing
     */
    @Nullable
    AccountSecret findAccount(String user, String host) throws SqlException;

    /**
     * Opens the session of a client that has proven who it is.
     *
     * @throws SqlException if it may not come in: 1044, 1049; the client is told and the connection closed
     */
    SqlSession open(SessionStart start) throws SqlException;
}
