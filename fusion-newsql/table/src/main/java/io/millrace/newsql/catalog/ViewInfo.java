package io.millrace.newsql.catalog;

import java.util.List;

/**
 * A view.
 *
 * @param text the query, with names of its own schema's tables as they were written
 * @param columns names that the view gives to the query's columns; empty for their own
 * @param algorithm UNDEFINED, MERGE or TEMPTABLE
 * @param definer {@code user@host}
 * @param invoker whether it runs with the privileges of who asks rather than of the definer
 */
public record ViewInfo(
        String schema,
        String name,
        String text,
        List<String> columns,
        String algorithm,
        CheckOption checkOption,
        String definer,
        boolean invoker,
        long createdMillis) {

    /** What is written through a view; the ordinals are in records. */
    public enum CheckOption {
        NONE,
        LOCAL,
        CASCADED
    }

    ViewInfo withNames(String newSchema, String newName) {
        return new ViewInfo(newSchema, newName, text, columns, algorithm, checkOption, definer, invoker, createdMillis);
    }
}
