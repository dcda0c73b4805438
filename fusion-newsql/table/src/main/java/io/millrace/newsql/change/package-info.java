/**
 * What followers of the log are told: the changes of rows, with both images, and those of definitions, in the order in which they were committed. {@link io.millrace.newsql.change.ChangeFeed} is
 * where to begin; the bytes are drawn in {@code docs/formats/newsql-rows.md}.
 */
@NullMarked
package io.millrace.newsql.change;

import org.jspecify.annotations.NullMarked;
