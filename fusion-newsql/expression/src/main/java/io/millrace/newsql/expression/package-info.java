/** Typed expressions, compiled once a plan from the parser's tree and evaluated a row at a time. */
@NullMarked
package io.millrace.newsql.expression;

import org.jspecify.annotations.NullMarked;
