/** Definitions of tables: from the parser's tree to the catalog, and back to text. */
@NullMarked
package io.millrace.newsql.definition;

import org.jspecify.annotations.NullMarked;
