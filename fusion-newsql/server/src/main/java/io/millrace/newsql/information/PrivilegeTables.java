package io.millrace.newsql.information;

import static io.millrace.newsql.information.VirtualTable.information;
import static io.millrace.newsql.information.VirtualTable.row;

import io.millrace.newsql.account.Account;
import io.millrace.newsql.account.GrantPlace;
import io.millrace.newsql.account.Privilege;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What accounts may do: information_schema's tables of privileges, and those of {@code mysql} that tools read. */
final class PrivilegeTables {

    private static final List<Privilege> USER_FLAGS = List.of(
            Privilege.SELECT,
            Privilege.INSERT,
            Privilege.UPDATE,
            Privilege.DELETE,
            Privilege.CREATE,
            Privilege.DROP,
            Privilege.RELOAD,
            Privilege.SHUTDOWN,
            Privilege.PROCESS,
            Privilege.FILE,
            Privilege.GRANT_OPTION,
            Privilege.REFERENCES,
            Privilege.INDEX,
            Privilege.ALTER,
            Privilege.SHOW_DATABASES,
            Privilege.SUPER,
            Privilege.CREATE_TEMPORARY_TABLES,
            Privilege.LOCK_TABLES,
            Privilege.EXECUTE,
            Privilege.REPLICATION_SLAVE,
            Privilege.REPLICATION_CLIENT,
            Privilege.CREATE_VIEW,
            Privilege.SHOW_VIEW,
            Privilege.CREATE_ROUTINE,
            Privilege.ALTER_ROUTINE,
            Privilege.CREATE_USER,
            Privilege.EVENT,
            Privilege.TRIGGER,
            Privilege.CREATE_TABLESPACE,
            Privilege.CREATE_ROLE,
            Privilege.DROP_ROLE);

    private static final Set<Privilege> NOT_OF_SCHEMAS = Set.of(
            Privilege.RELOAD,
            Privilege.SHUTDOWN,
            Privilege.PROCESS,
            Privilege.FILE,
            Privilege.SHOW_DATABASES,
            Privilege.SUPER,
            Privilege.REPLICATION_SLAVE,
            Privilege.REPLICATION_CLIENT,
            Privilege.CREATE_USER,
            Privilege.CREATE_TABLESPACE,
            Privilege.CREATE_ROLE,
            Privilege.DROP_ROLE);

    static final VirtualTable USER_PRIVILEGES = information(
            "USER_PRIVILEGES",
            (rows, server) -> each(server, (account, place, privilege, grantable) -> {
                if (place.schema() == null) {
                    rows.add(row(grantee(account), Visible.CATALOG, privilege, grantable));
                }
            }),
            "GRANTEE varchar(292)!",
            "TABLE_CATALOG varchar(512)!",
            "PRIVILEGE_TYPE varchar(64)!",
            "IS_GRANTABLE varchar(3)!");

    static final VirtualTable SCHEMA_PRIVILEGES = information(
            "SCHEMA_PRIVILEGES",
            (rows, server) -> each(server, (account, place, privilege, grantable) -> {
                if (place.schema() != null && place.table() == null) {
                    rows.add(row(grantee(account), Visible.CATALOG, place.schema(), privilege, grantable));
                }
            }),
            "GRANTEE varchar(292)!",
            "TABLE_CATALOG varchar(512)!",
            "TABLE_SCHEMA varchar(64)!",
            "PRIVILEGE_TYPE varchar(64)!",
            "IS_GRANTABLE varchar(3)!");

    static final VirtualTable TABLE_PRIVILEGES = information(
            "TABLE_PRIVILEGES",
            (rows, server) -> each(server, (account, place, privilege, grantable) -> {
                if (place.table() != null && place.column() == null) {
                    rows.add(row(
                            grantee(account), Visible.CATALOG, place.schema(), place.table(), privilege, grantable));
                }
            }),
            "GRANTEE varchar(292)!",
            "TABLE_CATALOG varchar(512)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "PRIVILEGE_TYPE varchar(64)!",
            "IS_GRANTABLE varchar(3)!");

    static final VirtualTable COLUMN_PRIVILEGES = information(
            "COLUMN_PRIVILEGES",
            (rows, server) -> each(server, (account, place, privilege, grantable) -> {
                if (place.column() != null) {
                    rows.add(row(
                            grantee(account),
                            Visible.CATALOG,
                            place.schema(),
                            place.table(),
                            place.column(),
                            privilege,
                            grantable));
                }
            }),
            "GRANTEE varchar(292)!",
            "TABLE_CATALOG varchar(512)!",
            "TABLE_SCHEMA varchar(64)!",
            "TABLE_NAME varchar(64)!",
            "COLUMN_NAME varchar(64)!",
            "PRIVILEGE_TYPE varchar(64)!",
            "IS_GRANTABLE varchar(3)!");

    static final VirtualTable APPLICABLE_ROLES = information(
            "APPLICABLE_ROLES",
            PrivilegeTables::applicableRoles,
            "USER varchar(97)",
            "HOST varchar(256)",
            "GRANTEE varchar(97)",
            "GRANTEE_HOST varchar(256)",
            "ROLE_NAME varchar(255)",
            "ROLE_HOST varchar(256)",
            "IS_GRANTABLE varchar(3)!",
            "IS_DEFAULT varchar(3)",
            "IS_MANDATORY varchar(3)!");

    static final VirtualTable USER =
            new VirtualTable("mysql", "user", VirtualColumns.of(userColumns()), (rows, server) -> server.accounts()
                    .all()
                    .forEach(account -> rows.add(userRow(account))));

    static final VirtualTable DB =
            new VirtualTable("mysql", "db", VirtualColumns.of(dbColumns()), (rows, server) -> server.accounts()
                    .all()
                    .forEach(account -> account.grants().places().forEach((place, held) -> {
                        if (place.schema() != null && place.table() == null) {
                            rows.add(dbRow(account, place.schema(), held));
                        }
                    })));

    static final VirtualTable ROLE_EDGES = new VirtualTable(
            "mysql",
            "role_edges",
            VirtualColumns.of(
                    "FROM_HOST varchar(255)!",
                    "FROM_USER varchar(32)!",
                    "TO_HOST varchar(255)!",
                    "TO_USER varchar(32)!",
                    "WITH_ADMIN_OPTION varchar(1)!"),
            (rows, server) -> server.accounts().all().forEach(account -> account.roles()
                    .forEach((role, admin) -> rows.add(row(
                            role.host(),
                            role.user(),
                            account.name().host(),
                            account.name().user(),
                            admin ? "Y" : "N")))));

    static final VirtualTable DEFAULT_ROLES = new VirtualTable(
            "mysql",
            "default_roles",
            VirtualColumns.of(
                    "HOST varchar(255)!",
                    "USER varchar(32)!",
                    "DEFAULT_ROLE_HOST varchar(255)!",
                    "DEFAULT_ROLE_USER varchar(32)!"),
            (rows, server) -> server.accounts().all().forEach(account -> account.defaultRoles()
                    .forEach(role ->
                            rows.add(row(account.name().host(), account.name().user(), role.host(), role.user())))));

    private PrivilegeTables() {}

    private interface Visitor {
        void visit(Account account, GrantPlace place, String privilege, String grantable);
    }

    /** Of all accounts for who may read {@code mysql}; else of one's own. */
    private static void each(ServerView server, Visitor visitor) {
        boolean all = server.access().holds(Privilege.SELECT, "mysql");
        for (Account account : server.accounts().all()) {
            if (all || account.name().equals(server.access().name())) {
                if (account.grants().places().isEmpty()) {
                    visitor.visit(account, GrantPlace.SERVER, "USAGE", "NO");
                }
                account.grants().places().forEach((place, held) -> held.stream()
                        .filter(privilege -> privilege != Privilege.GRANT_OPTION)
                        .forEach(privilege -> visitor.visit(
                                account,
                                place,
                                privilege.sqlName(),
                                held.contains(Privilege.GRANT_OPTION) ? "YES" : "NO")));
            }
        }
    }

    private static String grantee(Account account) {
        return account.name().shown();
    }

    private static void applicableRoles(List<@Nullable Object[]> rows, ServerView server) {
        Account own = server.accounts().find(server.access().name());
        if (own == null) {
            return;
        }
        own.roles()
                .forEach((role, admin) -> rows.add(row(
                        own.name().user(),
                        own.name().host(),
                        own.name().user(),
                        own.name().host(),
                        role.user(),
                        role.host(),
                        admin ? "YES" : "NO",
                        own.defaultRoles().contains(role) ? "YES" : "NO",
                        "NO")));
    }

    // ---- mysql.user and mysql.db: a column of Y or N a privilege ----

    private static String column(Privilege privilege) {
        String name =
                switch (privilege) {
                    case GRANT_OPTION -> "Grant";
                    case SHOW_DATABASES -> "Show_db";
                    case CREATE_TEMPORARY_TABLES -> "Create_tmp_table";
                    case REPLICATION_SLAVE -> "Repl_slave";
                    case REPLICATION_CLIENT -> "Repl_client";
                    default -> privilege.sqlName().charAt(0)
                            + privilege
                                    .sqlName()
                                    .substring(1)
                                    .toLowerCase(java.util.Locale.ROOT)
                                    .replace(' ', '_');
                };
        return name + "_priv varchar(1)!";
    }

    private static String[] userColumns() {
        List<String> columns = new ArrayList<>(List.of("Host varchar(255)!", "User varchar(32)!"));
        USER_FLAGS.forEach(each -> columns.add(column(each)));
        columns.addAll(List.of(
                "ssl_type varchar(9)!",
                "max_user_connections int unsigned!",
                "plugin varchar(64)!",
                "authentication_string text",
                "password_expired varchar(1)!",
                "password_last_changed timestamp",
                "password_lifetime int unsigned",
                "account_locked varchar(1)!"));
        return columns.toArray(new String[0]);
    }

    private static @Nullable Object[] userRow(Account account) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(account.name().host());
        values.add(account.name().user());
        Set<Privilege> held = account.grants().places().getOrDefault(GrantPlace.SERVER, Set.of());
        USER_FLAGS.forEach(each -> values.add(held.contains(each) ? "Y" : "N"));
        values.add(account.requiresTls() ? "ANY" : "");
        values.add(account.connectionsMax());
        values.add(account.plugin().wireName());
        values.add(account.secret());
        values.add("N");
        values.add(null);
        values.add(null);
        values.add(account.isLocked() ? "Y" : "N");
        return values.toArray();
    }

    private static String[] dbColumns() {
        List<String> columns = new ArrayList<>(List.of("Host varchar(255)!", "Db varchar(64)!", "User varchar(32)!"));
        USER_FLAGS.stream().filter(each -> !NOT_OF_SCHEMAS.contains(each)).forEach(each -> columns.add(column(each)));
        return columns.toArray(new String[0]);
    }

    private static @Nullable Object[] dbRow(Account account, String schema, Set<Privilege> held) {
        List<@Nullable Object> values = new ArrayList<>();
        values.add(account.name().host());
        values.add(schema);
        values.add(account.name().user());
        USER_FLAGS.stream()
                .filter(each -> !NOT_OF_SCHEMAS.contains(each))
                .forEach(each -> values.add(held.contains(each) ? "Y" : "N"));
        return values.toArray();
    }
}
