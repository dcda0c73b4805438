/** One client's session: variables, transactions, and the statements that are about the session itself. */
@NullMarked
package io.millrace.newsql.session;

import org.jspecify.annotations.NullMarked;
