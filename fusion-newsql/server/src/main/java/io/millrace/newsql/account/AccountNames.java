package io.millrace.newsql.account;

import io.millrace.newsql.syntax.StatementReader;
import java.util.List;

/** Reads names of accounts out of other statements. */
public final class AccountNames {

    private AccountNames() {}

    /** @param self what CURRENT_USER stands for */
    public static AccountName read(StatementReader in, AccountName self) {
        return new AccountReader(in, self).name();
    }

    public static List<AccountName> readAll(StatementReader in, AccountName self) {
        return new AccountReader(in, self).names();
    }
}
