/** Fills servers before they are measured: tables over MySQL's protocol, keys over Redis's, by a blocking connection each. */
@NullMarked
package io.millrace.benchmark.newsql.prepare;

import org.jspecify.annotations.NullMarked;
