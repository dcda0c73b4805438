package io.millrace.newsql.catalog;

/** A table's or a view's name with its schema. */
public record TableName(String schema, String table) {

    @Override
    public String toString() {
        return schema + "." + table;
    }
}
