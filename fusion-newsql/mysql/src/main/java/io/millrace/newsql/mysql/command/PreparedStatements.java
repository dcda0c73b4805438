package io.millrace.newsql.mysql.command;

import io.millrace.newsql.mysql.PreparedQuery;
import io.millrace.newsql.mysql.SqlException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The prepared statements of a connection, by number; all connections share one count of them.
 *
 * <p><b>Threads</b>: as the session. Numbers begin at 1 and are not used again while the connection lasts.
 */
public final class PreparedStatements {
    private final Map<Integer, PreparedStatement> byId = new HashMap<>();
    private final AtomicInteger countOfAll;
    private final int countMax;
    private final int longDataBytesMax;
    private int lastId;

    /**
     * @param countOfAll of all connections of the server
     * @param countMax the most of them
     * @param longDataBytesMax longest parameter that is sent ahead, all of a statement together
     */
    public PreparedStatements(AtomicInteger countOfAll, int countMax, int longDataBytesMax) {
        this.countOfAll = countOfAll;
        this.countMax = countMax;
        this.longDataBytesMax = longDataBytesMax;
    }

    /** Whether there is room for one more, 1461 if not; asked before the work of preparing. */
    public void requireRoom() {
        if (countOfAll.get() >= countMax) {
            throw new SqlException(
                    1461,
                    "42000",
                    "Can't create more than max_prepared_stmt_count statements (current value: " + countMax + ")");
        }
    }

    /** Takes: a query, under a new number. */
    public PreparedStatement add(PreparedQuery query) {
        countOfAll.incrementAndGet();
        PreparedStatement statement = new PreparedStatement(++lastId, query, longDataBytesMax);
        byId.put(statement.id(), statement);
        return statement;
    }

    public @Nullable PreparedStatement find(int id) {
        return byId.get(id);
    }

    /**
     * @param caller MySQL's name of what needs it
     * @throws SqlException 1243 if there is none of that number
     */
    public PreparedStatement get(int id, String caller) {
        PreparedStatement statement = byId.get(id);
        if (statement == null) {
            throw new SqlException(
                    1243,
                    "HY000",
                    "Unknown prepared statement handler (" + Integer.toUnsignedString(id) + ") given to " + caller);
        }
        return statement;
    }

    /** Closes one, if there is one of that number. */
    public void close(int id) {
        PreparedStatement statement = byId.remove(id);
        if (statement != null) {
            countOfAll.decrementAndGet();
            statement.close();
        }
    }

    /** Closes all; goes on after one that fails and then throws its exception. */
    public void closeAll() {
        List<PreparedStatement> all = new ArrayList<>(byId.values());
        byId.clear();
        countOfAll.addAndGet(-all.size());
        RuntimeException first = null;
        for (PreparedStatement statement : all) {
            try {
                statement.close();
            } catch (RuntimeException failure) {
                if (first == null) {
                    first = failure;
                } else {
                    first.addSuppressed(failure);
                }
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
