/** Tests of the package. */
@NullMarked
package io.millrace.newsql.definition;

import org.jspecify.annotations.NullMarked;
