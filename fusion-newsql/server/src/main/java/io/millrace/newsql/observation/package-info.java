/** What the server measures of its statements: digests, counters, the slow log. */
@NullMarked
package io.millrace.newsql.observation;

import org.jspecify.annotations.NullMarked;
