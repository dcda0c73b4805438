package io.millrace.newsql.session;

import io.millrace.newsql.type.WarningSink;
import java.util.ArrayList;
import java.util.List;

/** Warnings of a session's last statement, up to {@value #KEPT_MAX} of them. One thread. */
final class Diagnostics implements WarningSink {

    private static final int KEPT_MAX = 1024;

    /** One of them. */
    record Condition(String level, int code, String message) {}

    private final List<Condition> conditions = new ArrayList<>();
    private int count;

    @Override
    public void warn(int code, String message) {
        add("Warning", code, message);
    }

    void add(String level, int code, String message) {
        count++;
        if (conditions.size() < KEPT_MAX) {
            conditions.add(new Condition(level, code, message));
        }
    }

    List<Condition> conditions() {
        return conditions;
    }

    int count() {
        return count;
    }

    void clear() {
        conditions.clear();
        count = 0;
    }
}
