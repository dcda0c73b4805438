package io.millrace.newsql.mysql;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One client's session.
 *
 * <p><b>Threads</b>: one call at a time, each by a worker; a call happens-before the next. An event loop calls what does not wait: {@link #executeNow}, and the getters for the end
 * of its answer. Only {@link #cancel} comes from any thread, and must not wait.
 *
 * <p><b>Errors</b>: {@link SqlException} reaches the client as it is and leaves the session usable. Any other exception is logged, the client is told 1105, and
 * the session lives on; an {@link Error} ends the connection.
 */
public interface SqlSession extends AutoCloseable {

    /**
     * Runs one statement, or several where the client may send them, and gives each one's result to {@code out}, in order.
     *
     * @param sql decoded with {@link #clientCharset}; bytes that are no text in it come as {@link ClientText} says
     */
    void execute(String sql, ResultSink out) throws SqlException;

    /** Prepares one statement. The wire closes what it gives, before the session ends. */
    PreparedQuery prepare(String sql) throws SqlException;

    /**
     * Runs a prepared statement.
     *
     * @param parameters one value a {@code ?}: null, {@link Long}, {@link java.math.BigInteger} above {@link Long#MAX_VALUE}, {@link Double}, {@link Float},
     *     {@link java.math.BigDecimal}, {@link String}, {@code byte[]}, {@link TemporalValue}
     */
    void execute(PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) throws SqlException;

    /**
     * Runs a statement on the event loop, if it can say beforehand that nothing but the processor is waited for, and that it answers with one row at most. What is asked is the
     * session's to know: locks, and changes that wait for the device, are never of that kind.
     *
     * @param sql as of {@link #execute(String, ResultSink)}, which is called with the same instance if the answer is null
     * @return null if it is not such a statement: nothing was done, and a worker runs it. Else completes, in any thread, when its answer may leave; fails with what is answered instead.
     */
    default @Nullable CompletionStage<?> executeNow(String sql, ResultSink out) throws SqlException {
        return null;
    }

    /** The same of a prepared statement; asked of those that say {@link PreparedQuery#mayRunNow}. */
    default @Nullable CompletionStage<?> executeNow(
            PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) throws SqlException {
        return null;
    }

    /**
     * The same with a cursor, from which the client fetches rows in portions.
     *
     * @return null if the statement has no cursor: then its whole result went to {@code out}, which a client copes with
     */
    default @Nullable SqlCursor openCursor(
            PreparedQuery query, List<? extends @Nullable Object> parameters, ResultSink out) throws SqlException {
        execute(query, parameters, out);
        return null;
    }

    /** Values that the client sent along with the next statement, by name; called before that statement, and only if there are any. */
    default void setQueryAttributes(Map<String, @Nullable Object> attributes) {}

    /** Makes {@code schema} the default one, as {@code USE} does. */
    void useSchema(String schema) throws SqlException;

    /** The columns of a table whose names match {@code like}, for COM_FIELD_LIST; an empty pattern stands for all. */
    List<ColumnDefinition> listFields(String table, String like) throws SqlException;

    /** Allows or forbids several statements a call. */
    void setMultiStatements(boolean allowed) throws SqlException;

    /**
     * Back to how the session began: rolls back, drops temporary tables, variables and locks. The wire closes its prepared statements and
     * cursors first.
     */
    void reset() throws SqlException;

    /** Ends another connection for this session's user: 1094 if there is none, 1095 if the user may not. */
    void kill(long connection) throws SqlException;

    /** Whether the user may have the server's state written to its log (COM_DEBUG); by default not. */
    default boolean mayDebug() {
        return false;
    }

    /** Bits of {@link StatusFlags} as of now: transaction, autocommit, quoting. The wire adds those about results and cursors. */
    int statusFlags();

    /** Whether others may wait for what this session holds (rows, tables, named locks); then its statements are never kept waiting for a free worker. */
    default boolean holdsLocks() {
        return (statusFlags() & StatusFlags.IN_TRANSACTION) != 0;
    }

    /** What has changed since the last call, for clients that track their session; empties the list. */
    default List<SessionChange> takeChanges() {
        return List.of();
    }

    /** In which the client's statements come. */
    default Charset clientCharset() {
        return StandardCharsets.UTF_8;
    }

    /** In which texts of results go out. */
    default Charset resultsCharset() {
        return StandardCharsets.UTF_8;
    }

    /** How long the connection may be idle before it is closed, {@code wait_timeout}; null for the server's setting. */
    default @Nullable Duration idleTimeout() {
        return null;
    }

    /**
     * Makes the running statement fail with 1317 soon; does nothing if none runs. From any thread, without waiting.
     */
    void cancel();

    /** Rolls back and lets go of everything. Called once, after the last other call has returned. */
    @Override
    void close();
}
