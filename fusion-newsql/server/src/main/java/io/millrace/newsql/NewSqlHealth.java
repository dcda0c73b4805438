package io.millrace.newsql;

import java.util.Map;

/**
 * How a server is.
 *
 * @param ready whether it takes statements and can write
 * @param details by name: version, address, sessions, position, rootOpen, readOnly, failure
 */
public record NewSqlHealth(boolean ready, Map<String, Object> details) {}
