package io.millrace.newsql.account;

import io.millrace.newsql.mysql.AuthPlugin;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Reads the parts of statements about accounts: names, and how a password is given. One thread. */
final class AccountReader {

    private static final int USER_LENGTH_MAX = 32;
    private static final int HOST_LENGTH_MAX = 255;

    private final StatementReader in;
    private final AccountName self;

    AccountReader(StatementReader in, AccountName self) {
        this.in = in;
        this.self = self;
    }

    /**
     * How an account proves itself.
     *
     * @param plugin null for the one that it has, or the default
     * @param password null if {@code hash} is given
     * @param hash what the plugin stores
     */
    record Identification(@Nullable AuthPlugin plugin, @Nullable String password, @Nullable String hash) {

        Account applyTo(Account account) {
            AuthPlugin used = plugin == null ? account.plugin() : plugin;
            String stored = hash != null ? hash : password == null || password.isEmpty() ? "" : used.hash(password);
            return account.withSecret(used, stored);
        }
    }

    /** {@code 'user'@'host'}, {@code user}, CURRENT_USER. @throws io.millrace.newsql.mysql.SqlException 1470 for a name that is too long */
    AccountName name() {
        if (in.take("CURRENT_USER")) {
            if (in.takeSymbol("(")) {
                in.expectSymbol(")");
            }
            return self;
        }
        String user = in.nameOrString();
        String host = AccountName.ANY_HOST;
        if (!in.isAtEnd()
                && in.peek().kind() == Token.Kind.VARIABLE
                && !in.peek().text().startsWith("@@")) {
            String written = in.next().text().substring(1);
            host = written.isEmpty() ? in.nameOrString() : plain(written);
        }
        checkLength("user name", user, USER_LENGTH_MAX);
        checkLength("host name", host, HOST_LENGTH_MAX);
        return new AccountName(user, host);
    }

    private static String plain(String written) {
        char first = written.charAt(0);
        return first == '\'' || first == '"' || first == '`' ? written.substring(1, written.length() - 1) : written;
    }

    private static void checkLength(String what, String text, int max) {
        if (text.length() > max) {
            throw SqlErrors.of(
                    1470,
                    "HY000",
                    "String '" + text + "' is too long for " + what + " (should be no longer than " + max + ")");
        }
    }

    List<AccountName> names() {
        List<AccountName> names = new ArrayList<>();
        do {
            names.add(name());
        } while (in.takeSymbol(","));
        return names;
    }

    /** IDENTIFIED …; null if it does not come next. */
    @Nullable
    Identification identification() {
        if (!in.take("IDENTIFIED")) {
            return null;
        }
        AuthPlugin plugin = in.take("WITH") ? plugin(in.nameOrString()) : null;
        if (in.take("AS")) {
            String hash = in.string();
            return new Identification(plugin, null, hash);
        }
        if (!in.take("BY")) {
            return new Identification(plugin, "", null);
        }
        if (in.sees("RANDOM")) {
            throw SqlErrors.unsupported("IDENTIFIED BY RANDOM PASSWORD");
        }
        in.take("PASSWORD");
        Identification read = new Identification(plugin, in.string(), null);
        if (in.take("REPLACE")) {
            in.string();
        }
        return read;
    }

    private static AuthPlugin plugin(String name) {
        AuthPlugin plugin = AuthPlugin.ofName(name.toLowerCase(Locale.ROOT));
        if (plugin == null) {
            throw SqlErrors.of(1524, "HY000", "Plugin '" + name + "' is not loaded");
        }
        return plugin;
    }

    /** What comes behind the accounts: REQUIRE, WITH, ACCOUNT, PASSWORD, COMMENT; applied to each of them. */
    AccountOptions options() {
        AccountOptions options = new AccountOptions();
        while (!in.isAtEnd()) {
            if (in.take("REQUIRE")) {
                options.requireTls(requirement());
            } else if (in.take("WITH")) {
                do {
                    resource(options);
                } while (in.word().startsWith("MAX_"));
            } else if (in.take("ACCOUNT")) {
                boolean locks = in.take("LOCK");
                if (!locks) {
                    in.expect("UNLOCK");
                }
                options.lock(locks);
            } else if (in.take("COMMENT")) {
                options.comment(in.string());
            } else if (in.sees("PASSWORD") || in.sees("FAILED_LOGIN_ATTEMPTS") || in.sees("PASSWORD_LOCK_TIME")) {
                passwordOption();
            } else if (in.sees("ATTRIBUTE")) {
                throw SqlErrors.unsupported("ATTRIBUTE of an account");
            } else {
                throw in.error();
            }
        }
        return options;
    }

    private boolean requirement() {
        if (in.take("NONE")) {
            return false;
        }
        if (in.take("SSL")) {
            return true;
        }
        if (in.seesOneOf("X509", "CIPHER", "ISSUER", "SUBJECT")) {
            throw SqlErrors.unsupported("REQUIRE " + in.word());
        }
        throw in.error();
    }

    private void resource(AccountOptions options) {
        String limit = in.name().toUpperCase(Locale.ROOT);
        long value = in.number();
        switch (limit) {
            case "MAX_USER_CONNECTIONS" -> options.connectionsMax(value);
            case "MAX_QUERIES_PER_HOUR", "MAX_UPDATES_PER_HOUR", "MAX_CONNECTIONS_PER_HOUR" -> {
                if (value != 0) {
                    throw SqlErrors.unsupported(limit);
                }
            }
            default -> throw in.error();
        }
    }

    /** Those that ask for nothing are taken; rules about passwords are not kept here. */
    private void passwordOption() {
        String first = in.name().toUpperCase(Locale.ROOT);
        String rule = in.word();
        boolean harmless = first.equals("PASSWORD")
                && (in.take("EXPIRE", "DEFAULT")
                        || in.take("EXPIRE", "NEVER")
                        || in.take("HISTORY", "DEFAULT")
                        || in.take("REUSE", "INTERVAL", "DEFAULT")
                        || in.take("REQUIRE", "CURRENT", "DEFAULT")
                        || in.take("REQUIRE", "CURRENT", "OPTIONAL"));
        if (!harmless) {
            throw SqlErrors.unsupported(first + (rule.isEmpty() ? "" : " " + rule) + " of an account");
        }
    }
}
