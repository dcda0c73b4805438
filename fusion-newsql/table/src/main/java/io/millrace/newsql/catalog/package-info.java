/** Schemas, tables, columns and indexes: versioned records in the store, and an immutable picture of them in memory. */
@NullMarked
package io.millrace.newsql.catalog;

import org.jspecify.annotations.NullMarked;
