/** Runs plans. */
@NullMarked
package io.millrace.newsql.execute;

import org.jspecify.annotations.NullMarked;
