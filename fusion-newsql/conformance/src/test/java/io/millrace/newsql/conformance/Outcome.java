package io.millrace.newsql.conformance;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a statement came to: rows, a change, or an error. */
sealed interface Outcome {

    /** A result; a value is its text, that of a binary column in hex as {@code 0x…}, NULL is null. */
    record Rows(List<ResultColumn> columns, List<List<@Nullable String>> rows) implements Outcome {}

    /** Rows changed (those that matched and stayed as they were do not count) and the first generated key, 0 if none. */
    record Changed(long rows, long key) implements Outcome {}

    /** An error; its message is for reports, not compared and not recorded. */
    record Failed(int code, String sqlState, String message) implements Outcome {}
}
