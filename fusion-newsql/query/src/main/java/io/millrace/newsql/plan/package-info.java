/** From a statement's tree to a plan: which rows are read by which key, and what is done with them. */
@NullMarked
package io.millrace.newsql.plan;

import org.jspecify.annotations.NullMarked;
