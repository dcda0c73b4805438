package io.millrace.newsql.information;

import io.millrace.newsql.account.AccountNames;
import io.millrace.newsql.account.GrantsText;
import io.millrace.newsql.account.Privilege;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.TableText;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.syntax.QualifiedName;
import io.millrace.newsql.syntax.StatementReader;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** SHOW and DESCRIBE: each makes a table, from which its LIKE or WHERE selects. One use. */
public final class ShowStatements {

    /** Finds a table or view of the session, temporary and system ones too. */
    public interface Tables {
        /** @throws io.millrace.newsql.mysql.SqlException 1046, 1049, 1146 */
        TableInfo find(@Nullable String schema, String name);
    }

    /**
     * The table, and what a query of it says.
     *
     * @param where WHERE, LIMIT or nothing
     * @param ofTable whether clients are told that its columns are some table's
     */
    public record Answer(TableRef table, String where, boolean ofTable) {}

    private final ServerView server;
    private final Tables tables;
    private final Conditions conditions;
    private final StatementReader in;

    public ShowStatements(ServerView server, Tables tables, Conditions conditions, StatementText statement) {
        this.server = server;
        this.tables = tables;
        this.conditions = conditions;
        this.in = new StatementReader(statement, 1);
    }

    /** Of SHOW. @throws io.millrace.newsql.mysql.SqlException 1064 for what MySQL does not know */
    public Answer show() {
        boolean extended = in.take("EXTENDED");
        boolean full = in.take("FULL") || extended;
        boolean global = in.take("GLOBAL");
        if (!global && !in.take("SESSION") && !in.take("LOCAL")) {
            in.take("STORAGE");
        }
        if (in.take("COUNT")) {
            return count();
        }
        String what = in.word();
        int at = in.at();
        in.moveTo(in.isAtEnd() ? at : at + 1);
        ShowTables ofTables = new ShowTables(server, tables, in);
        ShowServer ofServer = new ShowServer(server, conditions, in);
        Shown shown =
                switch (what) {
                    case "DATABASES", "SCHEMAS" -> ofTables.schemas();
                    case "TABLES" -> ofTables.names(full);
                    case "COLUMNS", "FIELDS" -> ofTables.columns(tableBehind(), full);
                    case "INDEX", "INDEXES", "KEYS" -> ofTables.indexes(tableBehind());
                    case "TABLE" -> ofTables.status();
                    case "OPEN" -> ofTables.open();
                    case "CREATE" -> create();
                    case "GRANTS" -> grants();
                    case "VARIABLES" -> ofServer.variables(global);
                    case "STATUS" -> ofServer.status(global);
                    case "WARNINGS", "ERRORS" -> ofServer.conditions(what.equals("ERRORS"));
                    default -> ofServer.other(what);
                };
        if (shown == null) {
            in.moveTo(at);
            throw in.error();
        }
        return new Answer(shown.table().of(server), filter(shown), shown.ofTable());
    }

    /** Of DESCRIBE, and of EXPLAIN with a table. */
    public Answer describe() {
        QualifiedName name = in.qualifiedName();
        Shown shown = new ShowTables(server, tables, in).columns(tables.find(name.schema(), name.name()), false);
        String where = "";
        if (in.seesString()) {
            where = "WHERE `Field` LIKE " + in.next().text();
        } else if (!in.isAtEnd()) {
            where = "WHERE `Field` = '" + in.name().replace("\\", "\\\\").replace("'", "''") + "'";
        }
        in.expectEnd();
        return new Answer(shown.table().of(server), where, shown.ofTable());
    }

    private String filter(Shown shown) {
        if (in.isAtEnd()) {
            return "";
        }
        if (in.take("LIKE")) {
            String column =
                    TableText.quote(shown.columns().get(shown.likeColumn()).name());
            String pattern = in.next().text();
            in.expectEnd();
            return "WHERE " + column + " LIKE " + pattern;
        }
        if (in.sees("WHERE") || in.sees("LIMIT")) {
            return in.statement().textFrom(in.at());
        }
        throw in.error();
    }

    private Answer count() {
        in.expectSymbol("(");
        in.expectSymbol("*");
        in.expectSymbol(")");
        boolean errors = in.take("ERRORS");
        if (!errors) {
            in.expect("WARNINGS");
        }
        in.expectEnd();
        long count = errors ? conditions.errorCount() : conditions.count();
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(VirtualTable.row(count));
        String name = errors ? "@@session.error_count" : "@@session.warning_count";
        return new Answer(
                Shown.computed(rows, name + " bigint unsigned!").table().of(server), "", false);
    }

    private TableInfo tableBehind() {
        if (!in.take("FROM")) {
            in.expect("IN");
        }
        QualifiedName name = in.qualifiedName();
        String schema = in.take("FROM") || in.take("IN") ? in.name() : name.schema();
        return tables.find(schema, name.name());
    }

    // ---- SHOW CREATE and SHOW GRANTS ----

    private @Nullable Shown create() {
        if (in.take("DATABASE") || in.take("SCHEMA")) {
            boolean ifNotExists = in.take("IF", "NOT", "EXISTS");
            return createSchema(in.name(), ifNotExists);
        }
        if (in.take("USER")) {
            return createUser();
        }
        if (in.seesOneOf("PROCEDURE", "FUNCTION", "TRIGGER", "EVENT")) {
            throw SqlErrors.unsupported("SHOW CREATE " + in.word());
        }
        boolean view = in.take("VIEW");
        if (!view && !in.take("TABLE")) {
            return null;
        }
        QualifiedName name = in.qualifiedName();
        return new ShowTables(server, tables, in).create(name, view);
    }

    private Shown createSchema(String name, boolean ifNotExists) {
        server.access().requireSchema(name);
        String collation = server.catalog().schema(name).collation();
        String text = "CREATE DATABASE " + (ifNotExists ? "/*!32312 IF NOT EXISTS*/ " : "") + TableText.quote(name)
                + " /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE " + collation
                + " */ /*!80016 DEFAULT ENCRYPTION='N' */";
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(VirtualTable.row(name, text));
        return Shown.computed(rows, "Database varchar(64)!", "`Create Database` varchar(1024)!");
    }

    private Shown createUser() {
        var name = AccountNames.read(in, server.access().name());
        if (!name.equals(server.access().name())) {
            server.access().require(Privilege.SELECT, "mysql", "user");
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(VirtualTable.row(GrantsText.create(server.accounts(), name)));
        return Shown.computed(rows, "`CREATE USER for " + name + "` varchar(4096)!");
    }

    private Shown grants() {
        var own = server.access().name();
        var name = in.take("FOR") ? AccountNames.read(in, own) : own;
        if (!name.equals(own) && !server.access().hasRole(name)) {
            server.access().require(Privilege.SELECT, "mysql");
        }
        Set<io.millrace.newsql.account.AccountName> roles =
                name.equals(own) ? server.access().activeRoles() : Set.of();
        if (in.take("USING")) {
            roles = new java.util.TreeSet<>(AccountNames.readAll(in, own));
        }
        List<@Nullable Object[]> rows = new ArrayList<>();
        GrantsText.of(server.accounts(), name, roles).forEach(line -> rows.add(VirtualTable.row(line)));
        return Shown.computed(rows, "`Grants for " + name + "` varchar(4096)!");
    }
}
