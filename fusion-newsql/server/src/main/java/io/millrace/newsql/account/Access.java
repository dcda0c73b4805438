package io.millrace.newsql.account;

import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.type.SqlErrors;
import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What one session may do: its account's privileges and those of its active roles, as they are now. <b>Threads</b>: one.
 *
 * <p>What is asked at every statement costs one comparison while no account changes and the account holds the privilege for the server.
 */
public final class Access {

    private static final int DEPTH_MAX = 32;

    private final Accounts accounts;
    private final AccountName name;
    private Set<AccountName> active;
    private Grants grants = Grants.NONE;
    private long version;

    public Access(Accounts accounts, AccountName name) {
        this.accounts = accounts;
        this.name = name;
        this.active = defaults();
    }

    private Set<AccountName> defaults() {
        Account account = accounts.find(name);
        return account == null ? Set.of() : account.defaultRoles();
    }

    public AccountName name() {
        return name;
    }

    // ---- roles ----

    /** As {@code CURRENT_ROLE()} says it: roles with commas between, or NONE. */
    public String shownRoles() {
        return active.isEmpty()
                ? "NONE"
                : active.stream().map(AccountName::quoted).collect(Collectors.joining(","));
    }

    public Set<AccountName> activeRoles() {
        return active;
    }

    /** Whether the account was granted the role itself. */
    public boolean hasRole(AccountName role) {
        Account account = accounts.find(name);
        return account != null && account.roles().containsKey(role);
    }

    /** SET ROLE: exactly these. @throws SqlException 3530 for one that is not granted */
    void activate(Collection<AccountName> roles) {
        Account account = accounts.find(name);
        for (AccountName role : roles) {
            if (account == null || !account.roles().containsKey(role)) {
                throw SqlErrors.of(3530, "HY000", role.quoted() + " is not granted to " + name.quoted());
            }
        }
        active = new TreeSet<>(roles);
        version = 0;
    }

    /** As a session begins. */
    public void reset() {
        active = defaults();
        version = 0;
    }

    // ---- what is held ----

    private Grants grants() {
        Accounts.Picture picture = accounts.picture();
        if (picture.version() != version) {
            Account account = picture.accounts().get(name);
            Grants sum = account == null ? Grants.NONE : account.grants();
            Set<AccountName> seen = new TreeSet<>();
            for (AccountName role : active) {
                if (account != null && account.roles().containsKey(role)) {
                    sum = sum.and(ofRole(picture, role, seen, 0));
                }
            }
            grants = sum;
            version = picture.version();
        }
        return grants;
    }

    /** A role's privileges and those of the roles that it has. */
    static Grants ofRole(Accounts.Picture picture, AccountName role, Set<AccountName> seen, int depth) {
        Account account = picture.accounts().get(role);
        if (account == null || depth > DEPTH_MAX || !seen.add(role)) {
            return Grants.NONE;
        }
        Grants sum = account.grants();
        for (AccountName next : account.roles().keySet()) {
            sum = sum.and(ofRole(picture, next, seen, depth + 1));
        }
        return sum;
    }

    public boolean holds(Privilege privilege) {
        return grants().holds(privilege);
    }

    public boolean holds(Privilege privilege, String schema) {
        return grants().holds(privilege, schema);
    }

    public boolean holds(Privilege privilege, String schema, String table) {
        return grants().holds(privilege, schema, table);
    }

    boolean holds(Privilege privilege, String schema, String table, String column) {
        return grants().holds(privilege, schema, table, column);
    }

    boolean holdsForAColumn(Privilege privilege, String schema, String table) {
        return grants().holdsForAColumn(privilege, schema, table);
    }

    /** Whether the schema is shown: {@code information_schema} is to everybody. */
    public boolean sees(String schema) {
        return schema.equalsIgnoreCase("information_schema") || grants().sees(schema);
    }

    public boolean sees(String schema, String table) {
        return grants().sees(schema, table);
    }

    // ---- what must be held ----

    /** @throws SqlException 1227 unless one of them is held for the server */
    public void require(Privilege... oneOf) {
        for (Privilege each : oneOf) {
            if (holds(each)) {
                return;
            }
        }
        StringBuilder names = new StringBuilder();
        for (Privilege each : oneOf) {
            names.append(names.isEmpty() ? "" : " or ").append(each.sqlName());
        }
        throw SqlErrors.of(
                1227,
                "42000",
                "Access denied; you need (at least one of) the " + names + " privilege(s) for this operation");
    }

    /** @throws SqlException 1044 unless something of the schema is granted */
    public void requireSchema(String schema) {
        if (!sees(schema)) {
            throw schemaDenied(schema);
        }
    }

    /** @throws SqlException 1044 */
    public void require(Privilege privilege, String schema) {
        if (!holds(privilege, schema)) {
            throw schemaDenied(schema);
        }
    }

    /** @throws SqlException 1142 */
    public void require(Privilege privilege, String schema, String table) {
        if (!holds(privilege, schema, table)) {
            throw tableDenied(privilege.sqlName(), table);
        }
    }

    private SqlException schemaDenied(String schema) {
        return SqlErrors.of(1044, "42000", "Access denied for user " + name.shown() + " to database '" + schema + "'");
    }

    SqlException tableDenied(String command, String table) {
        return SqlErrors.of(
                1142, "42000", command + " command denied to user " + name.shown() + " for table '" + table + "'");
    }

    SqlException columnDenied(String command, String table, String column) {
        return SqlErrors.of(
                1143,
                "42000",
                command + " command denied to user " + name.shown() + " for column '" + column + "' in table '" + table
                        + "'");
    }
}
