/** Tests of the package. */
@NullMarked
package io.millrace.newsql.storage;

import org.jspecify.annotations.NullMarked;
