/** Tests of this stage. */
@NullMarked
package io.millrace.newsql.mysql.auth;

import org.jspecify.annotations.NullMarked;
