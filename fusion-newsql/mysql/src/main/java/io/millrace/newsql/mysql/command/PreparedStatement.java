package io.millrace.newsql.mysql.command;

import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SqlCursor;
import io.millrace.newsql.mysql.SqlException;
import java.io.ByteArrayOutputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A prepared statement of a connection, with what the protocol keeps beside it: types, long data, a cursor.
 *
 * <p><b>Threads</b>: as the session. <b>Ownership</b>: closes the query and its cursor.
 */
public final class PreparedStatement implements AutoCloseable {
    private final int id;
    private final PreparedQuery query;
    private final int longDataBytesMax;
    private final Map<Integer, ByteArrayOutputStream> longData = new HashMap<>();
    private int longDataBytes;
    private @Nullable SqlException longDataError;
    private ParameterType @Nullable [] types;
    private @Nullable SqlCursor cursor;

    PreparedStatement(int id, PreparedQuery query, int longDataBytesMax) {
        this.id = id;
        this.query = query;
        this.longDataBytesMax = longDataBytesMax;
    }

    public int id() {
        return id;
    }

    public PreparedQuery query() {
        return query;
    }

    ParameterType @Nullable [] types() {
        return types;
    }

    void types(ParameterType[] latest) {
        types = latest;
    }

    /** Adds a piece of a parameter. There is no answer to it, so an error waits for the execution. */
    public void addLongData(int parameter, byte[] piece) {
        if (parameter >= query.parameterCount()) {
            longDataError = new SqlException(
                    1210,
                    "HY000",
                    "Incorrect arguments to mysqld_stmt_send_long_data: parameter " + parameter + " (expected: < "
                            + query.parameterCount() + ")");
        } else if ((long) longDataBytes + piece.length > longDataBytesMax) {
            longData.clear();
            longDataError = new SqlException(
                    1105,
                    "HY000",
                    "Parameters of prepared statement which are set through mysql_send_long_data() are longer than"
                            + " 'max_allowed_packet' bytes: " + ((long) longDataBytes + piece.length)
                            + " (expected: <= "
                            + longDataBytesMax + ")");
        } else if (longDataError == null) {
            longDataBytes += piece.length;
            longData.computeIfAbsent(parameter, p -> new ByteArrayOutputStream(Math.max(32, piece.length)))
                    .writeBytes(piece);
        }
    }

    void requireWholeLongData() {
        SqlException error = longDataError;
        if (error != null) {
            clearLongData();
            throw error;
        }
    }

    byte @Nullable [] longData(int parameter) {
        ByteArrayOutputStream pieces = longData.get(parameter);
        return pieces == null ? null : pieces.toByteArray();
    }

    /** Forgets long data, which serves one execution. */
    public void clearLongData() {
        longData.clear();
        longDataBytes = 0;
        longDataError = null;
    }

    /** The cursor that is open, or null. */
    public @Nullable SqlCursor cursor() {
        return cursor;
    }

    /** Takes: a cursor in place of the one before, which is closed. */
    public void openCursor(SqlCursor opened) {
        closeCursor();
        cursor = opened;
    }

    /** Closes the cursor if there is one. */
    public void closeCursor() {
        SqlCursor open = cursor;
        cursor = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        clearLongData();
        try {
            closeCursor();
        } finally {
            query.close();
        }
    }
}
