package io.millrace.newsql.mysql;

/**
 * A handle on a client's connection, for SHOW PROCESSLIST and KILL.
 *
 * <p><b>Threads</b>: thread-safe; no call waits.
 */
public interface ConnectionControl {

    /** The number of {@code CONNECTION_ID()}: from 1, unique while the server runs. */
    long id();

    /** Ends the connection; its running statement is {@linkplain SqlSession#cancel cancelled}. Does nothing if it has ended. */
    void kill();

    /** Whether the connection has ended or been killed. */
    boolean isClosed();
}
