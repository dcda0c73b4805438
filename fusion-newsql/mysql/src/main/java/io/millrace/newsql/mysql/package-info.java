/** The server's side of MySQL's client/server protocol: the interfaces to what stands behind it. */
@NullMarked
package io.millrace.newsql.mysql;

import org.jspecify.annotations.NullMarked;
