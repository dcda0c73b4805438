package io.millrace.newsql.definition;

import io.millrace.newsql.type.SqlType;

/** A column of a query's result. */
public record QueryColumn(String name, SqlType type, boolean nullable) {}
