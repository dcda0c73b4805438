@NullMarked
package io.millrace.newsql.variable;

import org.jspecify.annotations.NullMarked;
