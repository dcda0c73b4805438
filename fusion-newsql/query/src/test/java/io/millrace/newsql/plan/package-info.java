/** Tests of plans, as text. */
@NullMarked
package io.millrace.newsql.plan;

import org.jspecify.annotations.NullMarked;
