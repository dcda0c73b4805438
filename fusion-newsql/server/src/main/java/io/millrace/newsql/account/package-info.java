/**
 * Accounts and roles: who may log in, and what an account may do.
 *
 * <p>{@link io.millrace.newsql.account.Accounts} keeps them in the catalog's key space; {@link io.millrace.newsql.account.AccountStatements} changes them;
 * {@link io.millrace.newsql.account.Access} is what one session may do, asked at every statement by {@link io.millrace.newsql.account.StatementNeeds}.
 */
@NullMarked
package io.millrace.newsql.account;

import org.jspecify.annotations.NullMarked;
