@NullMarked
package io.millrace.newsql.transaction;

import org.jspecify.annotations.NullMarked;
