package io.millrace.newsql.variable;

import io.millrace.newsql.sql.Literal;

/**
 * A system variable.
 *
 * @param index its place among all, from 0 in the order of their names
 * @param name in lower case
 * @param readOnly whether SET answers 1238
 */
public record SystemVariable(
        int index, String name, VariableScope scope, VariableType type, Literal initial, boolean readOnly) {

    public boolean isGlobal() {
        return scope != VariableScope.SESSION;
    }

    public boolean isSession() {
        return scope != VariableScope.GLOBAL;
    }
}
