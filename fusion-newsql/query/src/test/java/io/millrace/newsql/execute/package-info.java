/** Tests of what plans answer. */
@NullMarked
package io.millrace.newsql.execute;

import org.jspecify.annotations.NullMarked;
