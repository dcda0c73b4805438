package io.millrace.newsql.session;

import io.millrace.newsql.information.Conditions;
import io.millrace.newsql.type.WarningSink;
import io.millrace.newsql.variable.Variables;
import java.util.ArrayList;
import java.util.List;

/** Warnings of a session's last statement, up to {@code max_error_count} of them. One thread. */
final class Diagnostics implements WarningSink, Conditions {

    private final Variables variables;
    private final List<Condition> conditions = new ArrayList<>();
    private int count;
    private int errors;

    Diagnostics(Variables variables) {
        this.variables = variables;
    }

    @Override
    public void warn(int code, String message) {
        add("Warning", code, message);
    }

    void note(int code, String message) {
        if (variables.isOn(Variables.SQL_NOTES)) {
            add("Note", code, message);
        }
    }

    void error(int code, String message) {
        errors++;
        add("Error", code, message);
    }

    private void add(String level, int code, String message) {
        count++;
        if (conditions.size() < variables.number(Variables.MAX_ERROR_COUNT)) {
            conditions.add(new Condition(level, code, message));
        }
    }

    @Override
    public List<Condition> all() {
        return conditions;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public int errorCount() {
        return errors;
    }

    /** What is left for the statement that asks how many there were. */
    void clearButCounts() {
        conditions.clear();
    }

    void clear() {
        conditions.clear();
        count = 0;
        errors = 0;
    }
}
