/** System variables: what there is, of which type, in which range and scope; their values for all sessions and for one. */
@NullMarked
package io.millrace.newsql.variable;

import org.jspecify.annotations.NullMarked;
