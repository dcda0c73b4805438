/** Rows, keys and index entries as bytes. */
@NullMarked
package io.millrace.newsql.row;

import org.jspecify.annotations.NullMarked;
