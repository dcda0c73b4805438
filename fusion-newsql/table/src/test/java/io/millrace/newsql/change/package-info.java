/** Tests of the events that followers get. */
@NullMarked
package io.millrace.newsql.change;

import org.jspecify.annotations.NullMarked;
