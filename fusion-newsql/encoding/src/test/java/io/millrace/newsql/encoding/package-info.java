/** Tests of keys and values as bytes. */
@NullMarked
package io.millrace.newsql.encoding;

import org.jspecify.annotations.NullMarked;
