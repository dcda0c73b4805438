/** Tests of this stage. */
@NullMarked
package io.millrace.newsql.mysql.connection;

import org.jspecify.annotations.NullMarked;
