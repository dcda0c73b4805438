/** Tests of what statements write. */
@NullMarked
package io.millrace.newsql.write;

import org.jspecify.annotations.NullMarked;
