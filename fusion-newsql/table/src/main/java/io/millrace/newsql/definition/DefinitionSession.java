package io.millrace.newsql.definition;

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

    /** How long to wait for others that use a table. */
    long lockWaitSeconds();
}
