/** The SQL server's storage node. So far its protocol: {@code resp}. */
@NullMarked
package io.millrace.newsql.node;

import org.jspecify.annotations.NullMarked;
