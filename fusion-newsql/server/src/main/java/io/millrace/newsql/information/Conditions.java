package io.millrace.newsql.information;

import java.util.List;

/** The warnings and errors of a session's last statement, for SHOW WARNINGS and SHOW ERRORS. */
public interface Conditions {

    /** One of them. @param level Note, Warning or Error */
    record Condition(String level, int code, String message) {}

    List<Condition> all();

    /** How many there were, kept or not. */
    int count();

    int errorCount();
}
