/** Changes of rows: INSERT, REPLACE, UPDATE and DELETE, planned and run. */
@NullMarked
package io.millrace.newsql.write;

import org.jspecify.annotations.NullMarked;
