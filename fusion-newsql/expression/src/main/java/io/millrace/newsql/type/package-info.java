/** Types of MySQL 8: their values, how they compare, and how they turn into each other. What a column refuses is decided here. */
@NullMarked
package io.millrace.newsql.type;

import org.jspecify.annotations.NullMarked;
