/** The SQL server: MySQL's language over an ordered store. */
@NullMarked
package io.millrace.newsql;

import org.jspecify.annotations.NullMarked;
