package io.millrace.newsql.account;

import io.millrace.newsql.account.AccountReader.Identification;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * CREATE, ALTER, DROP and RENAME of users and roles, SET PASSWORD, SET ROLE, SET DEFAULT ROLE, GRANT and REVOKE. All accounts of a statement change, or none. One thread.
 */
public final class AccountStatements {

    /** What they need of the session. */
    public interface Session {

        /** Whether the account of another session's begins with this; its transaction is committed first. */
        void commit();

        /** The schema of names without one. @throws SqlException 1046 */
        String schemaOrFail();

        /** Whether there is such a table or view; a schema need not exist. */
        boolean hasTable(String schema, String table);

        /** Whether the table has the column. */
        boolean hasColumn(String schema, String table, String column);

        /** A warning of level Note. */
        void note(int code, String text);
    }

    private final Accounts accounts;
    private final Access access;
    private final Session session;
    private final GrantStatements grants;

    public AccountStatements(Accounts accounts, Access access, Session session) {
        this.accounts = accounts;
        this.access = access;
        this.session = session;
        this.grants = new GrantStatements(accounts, access, session);
    }

    /** @return false if it is none of these statements */
    public boolean run(StatementText statement) {
        StatementReader in = new StatementReader(statement);
        AccountReader reader = new AccountReader(in, access.name());
        if (in.take("CREATE", "USER")) {
            createUsers(in, reader);
        } else if (in.take("CREATE", "ROLE")) {
            createRoles(in, reader);
        } else if (in.take("ALTER", "USER")) {
            alterUsers(in, reader);
        } else if (in.take("DROP", "USER") || in.take("DROP", "ROLE")) {
            drop(in, reader, statement.startsWith("DROP", "ROLE"));
        } else if (in.take("RENAME", "USER")) {
            rename(in, reader);
        } else if (in.take("SET", "PASSWORD")) {
            setPassword(in, reader);
        } else if (in.take("SET", "ROLE")) {
            access.activate(roles(in, reader));
        } else if (in.take("SET", "DEFAULT", "ROLE")) {
            setDefaultRoles(in, reader);
        } else if (in.take("GRANT")) {
            grants.grant(in, reader);
        } else if (in.take("REVOKE")) {
            grants.revoke(in, reader);
        } else {
            return false;
        }
        return true;
    }

    // ---- users ----

    private void createUsers(StatementReader in, AccountReader reader) {
        access.require(Privilege.CREATE_USER);
        boolean ifNotExists = in.take("IF", "NOT", "EXISTS");
        Map<AccountName, Identification> given = new LinkedHashMap<>();
        do {
            AccountName name = reader.name();
            Identification identification = reader.identification();
            given.put(name, identification == null ? new Identification(null, "", null) : identification);
        } while (in.takeSymbol(","));
        Set<AccountName> defaults = in.take("DEFAULT", "ROLE") ? new TreeSet<>(reader.names()) : Set.of();
        if (!defaults.isEmpty()) {
            throw SqlErrors.unsupported("CREATE USER … DEFAULT ROLE; use GRANT and SET DEFAULT ROLE");
        }
        AccountOptions options = reader.options();
        List<Account> made = new ArrayList<>();
        List<AccountName> there = new ArrayList<>();
        given.forEach((name, identification) -> {
            if (accounts.find(name) == null) {
                made.add(options.applyTo(identification.applyTo(Account.of(name))));
            } else {
                there.add(name);
            }
        });
        create("CREATE USER", ifNotExists, made, there);
    }

    private void createRoles(StatementReader in, AccountReader reader) {
        access.require(Privilege.CREATE_ROLE, Privilege.CREATE_USER);
        boolean ifNotExists = in.take("IF", "NOT", "EXISTS");
        List<Account> made = new ArrayList<>();
        List<AccountName> there = new ArrayList<>();
        for (AccountName name : reader.names()) {
            if (accounts.find(name) == null) {
                made.add(Account.of(name).withLock(true));
            } else {
                there.add(name);
            }
        }
        in.expectEnd();
        create("CREATE ROLE", ifNotExists, made, there);
    }

    private void create(String command, boolean ifNotExists, List<Account> made, List<AccountName> there) {
        if (!there.isEmpty() && !ifNotExists) {
            throw failed(command, there);
        }
        session.commit();
        there.forEach(name -> session.note(3163, "Authorization ID " + name.shown() + " already exists."));
        accounts.change(made, List.of());
    }

    private void alterUsers(StatementReader in, AccountReader reader) {
        boolean ifExists = in.take("IF", "EXISTS");
        if (in.take("USER")) {
            in.expectSymbol("(");
            in.expectSymbol(")");
            Identification own = reader.identification();
            if (own == null) {
                throw in.error();
            }
            session.commit();
            accounts.change(List.of(own.applyTo(existing("ALTER USER", access.name()))), List.of());
            return;
        }
        Map<AccountName, @Nullable Identification> given = new LinkedHashMap<>();
        do {
            AccountName name = reader.name();
            given.put(name, reader.identification());
        } while (in.takeSymbol(","));
        if (in.sees("DEFAULT", "ROLE")) {
            in.take("DEFAULT", "ROLE");
            access.require(Privilege.CREATE_USER);
            setDefaults(in, reader, List.copyOf(given.keySet()));
            return;
        }
        AccountOptions options = reader.options();
        boolean onlyOwnPassword = given.keySet().equals(Set.of(access.name()))
                && options.applyTo(Account.of(access.name())).equals(Account.of(access.name()));
        if (!onlyOwnPassword) {
            access.require(Privilege.CREATE_USER);
        }
        List<Account> changed = new ArrayList<>();
        List<AccountName> missing = new ArrayList<>();
        given.forEach((name, identification) -> {
            Account account = accounts.find(name);
            if (account == null) {
                missing.add(name);
            } else {
                changed.add(options.applyTo(identification == null ? account : identification.applyTo(account)));
            }
        });
        if (!missing.isEmpty() && !ifExists) {
            throw failed("ALTER USER", missing);
        }
        session.commit();
        missing.forEach(name -> session.note(3162, "Authorization ID " + name.shown() + " does not exist."));
        accounts.change(changed, List.of());
    }

    private void drop(StatementReader in, AccountReader reader, boolean isRole) {
        access.require(isRole ? Privilege.DROP_ROLE : Privilege.CREATE_USER, Privilege.CREATE_USER);
        boolean ifExists = in.take("IF", "EXISTS");
        List<AccountName> given = reader.names();
        in.expectEnd();
        List<AccountName> missing = new ArrayList<>();
        Set<AccountName> found = new TreeSet<>();
        for (AccountName name : given) {
            if (accounts.find(name) == null) {
                missing.add(name);
            } else {
                found.add(name);
            }
        }
        if (!missing.isEmpty() && !ifExists) {
            throw failed(isRole ? "DROP ROLE" : "DROP USER", missing);
        }
        session.commit();
        missing.forEach(name -> session.note(3162, "Authorization ID " + name.shown() + " does not exist."));
        accounts.change(without(found), found);
    }

    /** Those who had one of the dropped as a role have it no more. */
    private List<Account> without(Set<AccountName> dropped) {
        List<Account> changed = new ArrayList<>();
        for (Account account : accounts.all()) {
            if (!dropped.contains(account.name())
                    && account.roles().keySet().stream().anyMatch(dropped::contains)) {
                Map<AccountName, Boolean> rest = new TreeMap<>(account.roles());
                rest.keySet().removeAll(dropped);
                changed.add(account.withRoles(rest, account.defaultRoles()));
            }
        }
        return changed;
    }

    private void rename(StatementReader in, AccountReader reader) {
        access.require(Privilege.CREATE_USER);
        Map<AccountName, AccountName> given = new LinkedHashMap<>();
        do {
            AccountName from = reader.name();
            in.expect("TO");
            given.put(from, reader.name());
        } while (in.takeSymbol(","));
        in.expectEnd();
        given.forEach((from, to) -> {
            if (accounts.find(from) == null || accounts.find(to) != null) {
                throw failed("RENAME USER", List.of(from));
            }
        });
        session.commit();
        UnaryOperator<AccountName> renamed = name -> given.getOrDefault(name, name);
        List<Account> changed = new ArrayList<>();
        for (Account account : accounts.all()) {
            Map<AccountName, Boolean> roles = new TreeMap<>();
            account.roles().forEach((role, admin) -> roles.put(renamed.apply(role), admin));
            Set<AccountName> defaults = new TreeSet<>();
            account.defaultRoles().forEach(role -> defaults.add(renamed.apply(role)));
            Account next = account.withName(renamed.apply(account.name())).withRoles(roles, defaults);
            if (!next.equals(account)) {
                changed.add(next);
            }
        }
        accounts.change(changed, given.keySet());
    }

    // ---- passwords and roles ----

    private void setPassword(StatementReader in, AccountReader reader) {
        AccountName name = in.take("FOR") ? reader.name() : access.name();
        if (in.sees("TO", "RANDOM")) {
            throw SqlErrors.unsupported("SET PASSWORD TO RANDOM");
        }
        in.expectSymbol("=");
        String password = in.string();
        if (in.take("REPLACE")) {
            in.string();
        }
        in.expectEnd();
        if (!name.equals(access.name())) {
            access.require(Privilege.CREATE_USER);
        }
        Account account = accounts.find(name);
        if (account == null) {
            throw SqlErrors.of(1133, "42000", "Can't find any matching row in the user table");
        }
        session.commit();
        accounts.change(List.of(new Identification(null, password, null).applyTo(account)), List.of());
    }

    /** DEFAULT, NONE, ALL, ALL EXCEPT …, or roles, of the session's account. */
    private Set<AccountName> roles(StatementReader in, AccountReader reader) {
        Account own = existing("SET ROLE", access.name());
        Set<AccountName> roles;
        if (in.take("DEFAULT")) {
            roles = own.defaultRoles();
        } else if (in.take("NONE")) {
            roles = Set.of();
        } else if (in.take("ALL")) {
            roles = new TreeSet<>(own.roles().keySet());
            if (in.take("EXCEPT")) {
                roles.removeAll(Set.copyOf(reader.names()));
            }
        } else {
            roles = new TreeSet<>(reader.names());
        }
        in.expectEnd();
        return roles;
    }

    private void setDefaultRoles(StatementReader in, AccountReader reader) {
        boolean none = in.take("NONE");
        boolean all = !none && in.take("ALL");
        List<AccountName> roles = none || all ? List.of() : reader.names();
        in.expect("TO");
        List<AccountName> names = reader.names();
        in.expectEnd();
        applyDefaults(names, all ? null : roles);
    }

    private void setDefaults(StatementReader in, AccountReader reader, List<AccountName> names) {
        boolean none = in.take("NONE");
        boolean all = !none && in.take("ALL");
        List<AccountName> roles = none || all ? List.of() : reader.names();
        in.expectEnd();
        applyDefaults(names, all ? null : roles);
    }

    /** @param roles null for all that each account has */
    private void applyDefaults(List<AccountName> names, @Nullable List<AccountName> roles) {
        if (!names.equals(List.of(access.name()))) {
            access.require(Privilege.CREATE_USER, Privilege.ROLE_ADMIN);
        }
        List<Account> changed = new ArrayList<>();
        for (AccountName name : names) {
            Account account = existing("SET DEFAULT ROLE", name);
            List<AccountName> wanted =
                    roles == null ? List.copyOf(account.roles().keySet()) : roles;
            for (AccountName role : wanted) {
                if (!account.roles().containsKey(role)) {
                    throw SqlErrors.of(3530, "HY000", role.quoted() + " is not granted to " + name.quoted());
                }
            }
            changed.add(account.withRoles(account.roles(), Set.copyOf(wanted)));
        }
        session.commit();
        accounts.change(changed, List.of());
    }

    private Account existing(String command, AccountName name) {
        Account account = accounts.find(name);
        if (account == null) {
            throw failed(command, List.of(name));
        }
        return account;
    }

    private static SqlException failed(String command, List<AccountName> names) {
        List<String> shown = names.stream().map(AccountName::shown).toList();
        return SqlErrors.of(1396, "HY000", "Operation " + command + " failed for " + String.join(",", shown));
    }
}
