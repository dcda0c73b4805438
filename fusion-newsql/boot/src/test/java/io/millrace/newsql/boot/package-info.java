@NullMarked
package io.millrace.newsql.boot;

import org.jspecify.annotations.NullMarked;
