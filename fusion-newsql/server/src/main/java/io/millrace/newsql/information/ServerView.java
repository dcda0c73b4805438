package io.millrace.newsql.information;

import io.millrace.newsql.account.Access;
import io.millrace.newsql.account.Accounts;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.observation.CloneProgress;
import io.millrace.newsql.observation.StatementDigests;
import io.millrace.newsql.variable.GlobalVariables;
import io.millrace.newsql.variable.Variables;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the server's own tables are made of, as one session sees it. <b>Threads</b>: one. */
public interface ServerView {

    /**
     * A session, as SHOW PROCESSLIST names it.
     *
     * @param account {@code user@host} that it logged in to
     * @param statement what runs; empty if nothing does
     * @param sinceMillis when it began, or when the last one ended; milliseconds since 1970
     */
    record Process(
            long id,
            String user,
            String account,
            String host,
            @Nullable String schema,
            String statement,
            String state,
            long sinceMillis,
            boolean inTransaction) {}

    Catalog.Picture catalog();

    /** The next number of a table's AUTO_INCREMENT. */
    long nextNumber(TableInfo table);

    /** Sessions that the session may see: all with PROCESS, else those of its own account. */
    Collection<Process> processes();

    Access access();

    Accounts accounts();

    Variables variables();

    GlobalVariables globals();

    /** Status variables by name, of the session or of the server. */
    Map<String, String> status(boolean global);

    StatementDigests digests();

    /** The copy of the store that runs, or the last one; null for none. */
    @Nullable
    CloneProgress cloned();

    ZoneId zone();

    /** A system variable's value as a query reads it, by its name in lower case. */
    io.millrace.newsql.sql.Literal variable(String name, boolean global);

    /** The schema of names without one; null for none. */
    @Nullable
    String schema();
}
