package io.millrace.newsql.plan;

import java.util.List;

/**
 * A view as a statement that names it needs it.
 *
 * @param schema in which it is, and in which names of its query without a schema are found
 * @param select the text of its query
 * @param columns names of its columns; empty for those of the query
 */
public record ViewText(String schema, String name, String select, List<String> columns) {}
