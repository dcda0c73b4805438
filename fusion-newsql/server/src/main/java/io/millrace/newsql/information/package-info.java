/** What the server tells of itself: information_schema, performance_schema, the tables of mysql that tools read, and SHOW. */
@NullMarked
package io.millrace.newsql.information;

import org.jspecify.annotations.NullMarked;
