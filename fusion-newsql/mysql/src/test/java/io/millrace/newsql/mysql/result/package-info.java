/** Tests of this stage. */
@NullMarked
package io.millrace.newsql.mysql.result;

import org.jspecify.annotations.NullMarked;
