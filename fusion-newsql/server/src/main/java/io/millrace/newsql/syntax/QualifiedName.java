package io.millrace.newsql.syntax;

import org.jspecify.annotations.Nullable;

/** A name with its schema, or null for the session's. */
public record QualifiedName(@Nullable String schema, String name) {}
