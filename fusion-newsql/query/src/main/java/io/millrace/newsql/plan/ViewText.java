package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.ViewInfo.CheckOption;
import java.util.List;

/**
 * A view as a statement that names it needs it.
 *
 * @param schema in which it is, and in which names of its query without a schema are found
 * @param select the text of its query
 * @param columns names of its columns; empty for those of the query
 * @param algorithm UNDEFINED, MERGE or TEMPTABLE
 * @param checkOption what rows must fulfil that are written through it
 */
public record ViewText(
        String schema, String name, String select, List<String> columns, String algorithm, CheckOption checkOption) {

    /** One whose writers are not checked. */
    public ViewText(String schema, String name, String select, List<String> columns) {
        this(schema, name, select, columns, "UNDEFINED", CheckOption.NONE);
    }
}
