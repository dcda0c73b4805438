package io.millrace.newsql.definition;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.expression.SessionScope;
import io.millrace.newsql.expression.SessionScopes;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a change of definitions needs of the session that asks for it. */
public interface DefinitionSession {

    /** Commits what the session has open: every change of a definition does. */
    void commit();

    /** The schema of names without one; null for none. */
    @Nullable
    String schema();

    /** @throws io.millrace.newsql.mysql.SqlException 1046 if no schema is selected */
    String schemaOrFail();

    /** The session's schema is gone. */
    void leaveSchema();

    /** A warning of level Note. */
    void note(int code, String text);

    /**
     * Does what another session may do at the same moment.
     *
     * @param told whether an error of that code is told as a note: IF [NOT] EXISTS
     * @return false if it was
     */
    default boolean unless(boolean told, int code, Runnable change) {
        try {
            change.run();
            return true;
        } catch (SqlException e) {
            if (!told || e.code() != code) {
                throw e;
            }
            note(code, e.text());
            return false;
        }
    }

    /** How long to wait for others that use a table. */
    long lockWaitSeconds();

    /** What expressions see of the session: defaults and generated columns of rows that are there are computed with it. */
    default SessionScope scope() {
        return SessionScopes.NONE;
    }

    /** Whether what does not fit a column is an error. */
    default boolean strict() {
        return true;
    }

    /** The variable {@code foreign_key_checks}. */
    default boolean foreignKeyChecks() {
        return true;
    }

    /** The session's own tables; null if it can have none. */
    default @Nullable TemporaryTables temporaryTables() {
        return null;
    }

    /** The columns of a query's result, planned as the session would run it. */
    default List<QueryColumn> columnsOf(SQLSelect query) {
        throw SqlErrors.unsupported("a definition by a query");
    }

    /**
     * Inserts a query's rows into columns of a table, in a transaction of its own that is committed.
     *
     * @return how many rows
     */
    default long fill(TableInfo table, List<String> columns, SQLSelect query) {
        throw SqlErrors.unsupported("CREATE TABLE … SELECT");
    }
}
