@NullMarked
package io.millrace.newsql.row;

import org.jspecify.annotations.NullMarked;
