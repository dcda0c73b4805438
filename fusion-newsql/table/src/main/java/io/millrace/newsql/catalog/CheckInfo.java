package io.millrace.newsql.catalog;

/**
 * A CHECK constraint.
 *
 * @param expression MySQL's text over columns of the table; a row for which it is false is refused
 */
public record CheckInfo(String name, String expression, boolean enforced) {}
