/** Tests of collations, and the programs that make their tables: {@code src/test/weights/README.md} tells how. */
@NullMarked
package io.millrace.newsql.encoding.collation;

import org.jspecify.annotations.NullMarked;
