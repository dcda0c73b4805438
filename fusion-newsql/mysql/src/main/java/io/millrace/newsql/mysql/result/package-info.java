/** Results as packets: definitions of columns, rows of the text and binary protocol, OK, EOF and ERR. Workers write them. */
@NullMarked
package io.millrace.newsql.mysql.result;

import org.jspecify.annotations.NullMarked;
