/** The text of a statement: its tokens, its template without literals, and the parser's tree, within limits. */
@NullMarked
package io.millrace.newsql.sql;

import org.jspecify.annotations.NullMarked;
