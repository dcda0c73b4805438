package io.millrace.newsql.variable;

/** Where a system variable has a value. */
public enum VariableScope {
    /** One for the server, and one for each session that begins as the server's. */
    BOTH,
    GLOBAL,
    SESSION,
    /** As {@link #BOTH}, but a session cannot change its own (1621). */
    SESSION_FIXED
}
