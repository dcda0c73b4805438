package io.millrace.newsql.catalog;

/**
 * How the values of a generated column are computed. Both kinds lie in the row, since what computes them is deterministic: a VIRTUAL one is read without being computed, and may be
 * indexed as any other.
 *
 * @param expression MySQL's text over columns of the same table
 * @param stored as it was declared, for the definition's text
 */
public record Generation(String expression, boolean stored) {}
