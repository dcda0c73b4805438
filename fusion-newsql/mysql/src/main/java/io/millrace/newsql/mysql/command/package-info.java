/** What clients ask: the commands' fields, values of the binary protocol, and what is kept of prepared statements. Workers read them. */
@NullMarked
package io.millrace.newsql.mysql.command;

import org.jspecify.annotations.NullMarked;
