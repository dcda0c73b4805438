@NullMarked
package io.millrace.newsql;

import org.jspecify.annotations.NullMarked;
