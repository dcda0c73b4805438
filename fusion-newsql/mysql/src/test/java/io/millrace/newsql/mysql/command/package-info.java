/** Tests of this stage. */
@NullMarked
package io.millrace.newsql.mysql.command;

import org.jspecify.annotations.NullMarked;
