/** Reads, token by token, the statements that no parser behind the tokens knows: those about sessions, accounts and the server. */
@NullMarked
package io.millrace.newsql.syntax;

import org.jspecify.annotations.NullMarked;
