package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import io.millrace.newsql.catalog.ColumnInfo;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.definition.DefinitionStatements;
import io.millrace.newsql.definition.TableText;
import io.millrace.newsql.mysql.ResultSink;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** SHOW, DESCRIBE and EXPLAIN: each makes a table, from which its LIKE or WHERE selects. One use. */
final class ShowStatements {

    private final EngineState engine;
    private final ClientSession session;
    private final InformationSchema information;

    ShowStatements(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
        this.information = new InformationSchema(engine, session);
    }

    void run(StatementText statement, List<Literal> parameters, ResultSink out) {
        List<Token> tokens = statement.tokens();
        if (!tokens.get(0).is("SHOW")) {
            describeOrExplain(statement, parameters, out);
            return;
        }
        int at = 1;
        while (word(statement, at).matches("FULL|EXTENDED|GLOBAL|SESSION|LOCAL|STORAGE")) {
            at++;
        }
        boolean full = statement.startsWith("SHOW", "FULL") || statement.startsWith("SHOW", "EXTENDED", "FULL");
        String what = word(statement, at);
        int filter = filterFrom(statement, at);
        TableRef table =
                switch (what) {
                    case "DATABASES", "SCHEMAS" -> rows(List.of("Database"), information.schemaNames());
                    case "TABLES" -> tables(statement, at, full);
                    case "COLUMNS", "FIELDS" -> columns(find(statement, at + 1), full);
                    case "INDEX", "INDEXES", "KEYS" -> indexes(find(statement, at + 1));
                    case "CREATE" -> create(statement, at + 1);
                    case "VARIABLES" -> variables(statement.startsWith("SHOW", "GLOBAL"));
                    case "STATUS" -> information.status();
                    case "WARNINGS", "ERRORS" -> conditions(what.equals("ERRORS"));
                    case "ENGINES" -> information.table("information_schema", "ENGINES");
                    case "COLLATION" -> information.collations();
                    case "CHARACTER", "CHARSET" -> information.charsets();
                    case "PROCESSLIST" -> information.processes();
                    case "TABLE" -> information.tableStatus(schemaBehind(statement, at + 1));
                    case "GRANTS" -> rows(
                            List.of("Grants for " + session.scope().account()),
                            List.of(List.of("GRANT ALL PRIVILEGES ON *.* TO `"
                                    + session.start().account().user() + "`@`"
                                    + session.start().account().host() + "` WITH GRANT OPTION")));
                    case "PLUGINS" -> rows(List.of("Name", "Status", "Type", "Library", "License"), List.of());
                    case "TRIGGERS" -> rows(
                            List.of("Trigger", "Event", "Table", "Statement", "Timing", "Created"), List.of());
                    case "PROCEDURE", "FUNCTION" -> rows(
                            List.of("Db", "Name", "Type", "Definer", "Modified", "Created"), List.of());
                    case "EVENTS" -> rows(List.of("Db", "Name", "Definer"), List.of());
                    case "OPEN" -> rows(List.of("Database", "Table", "In_use", "Name_locked"), List.of());
                    default -> throw SqlErrors.unsupported("SHOW " + what);
                };
        String like = filter < 0 ? "" : filter(statement, filter, table);
        select(table, like, parameters, out);
    }

    private static String word(StatementText statement, int index) {
        return index < statement.tokens().size()
                ? statement.tokens().get(index).text().toUpperCase(Locale.ROOT)
                : "";
    }

    private static int filterFrom(StatementText statement, int from) {
        for (int i = from; i < statement.tokens().size(); i++) {
            if (statement.tokens().get(i).is("LIKE")
                    || statement.tokens().get(i).is("WHERE")) {
                return i;
            }
        }
        return -1;
    }

    private static String filter(StatementText statement, int at, TableRef table) {
        String rest = statement.textFrom(at);
        return statement.tokens().get(at).is("LIKE")
                ? "WHERE LOWER(" + TableText.quote(table.info().columns().get(0).name()) + ") LIKE LOWER("
                        + rest.substring("LIKE".length()) + ")"
                : rest;
    }

    /** Runs a query on a table that was made for it. */
    private void select(TableRef table, String where, List<Literal> parameters, ResultSink out) {
        StatementText text = StatementText.split("SELECT * FROM shown " + where).get(0);
        SQLSelectStatement parsed = (SQLSelectStatement) SqlParser.parse(text, text.whole());
        Planner planner = new Planner((schema, name) -> table, parameters, session.scope());
        SelectPlan plan = planner.select(parsed.getSelect(), List.of());
        try {
            session.query(plan, parameters, out);
        } finally {
            session.transactions().endStatement();
        }
        out.end(session.diagnostics().count());
    }

    static TableRef rows(List<String> columns, List<List<@Nullable Object>> rows) {
        return VirtualTable.of("information_schema", "shown", columns, () -> {
            List<@Nullable Object[]> made = new ArrayList<>();
            rows.forEach(row -> made.add(row.toArray()));
            return made;
        });
    }

    // ---- tables ----

    /** The schema behind FROM or IN; else the session's. */
    private String schemaBehind(StatementText statement, int from) {
        for (int i = from; i + 1 < statement.tokens().size(); i++) {
            if (statement.tokens().get(i).is("FROM")
                    || statement.tokens().get(i).is("IN")) {
                return statement.tokens().get(i + 1).text();
            }
        }
        return session.schemaOrFail();
    }

    private TableRef tables(StatementText statement, int at, boolean full) {
        String schema = schemaBehind(statement, at);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String name : information.tableNames(schema)) {
            boolean system = DefinitionStatements.systemSchema(schema) != null;
            rows.add(full ? List.of(name, system ? "SYSTEM VIEW" : "BASE TABLE") : List.of(name));
        }
        return rows(full ? List.of("Tables_in_" + schema, "Table_type") : List.of("Tables_in_" + schema), rows);
    }

    private TableInfo find(StatementText statement, int from) {
        int at = word(statement, from).matches("FROM|IN") ? from + 1 : from;
        return findTable(statement, at);
    }

    private TableInfo findTable(StatementText statement, int at) {
        List<Token> tokens = statement.tokens();
        if (at >= tokens.size() || !tokens.get(at).isName()) {
            throw statement.syntaxErrorAt(at);
        }
        if (at + 2 < tokens.size() && tokens.get(at + 1).isSymbol(".")) {
            return session.table(tokens.get(at).text(), tokens.get(at + 2).text())
                    .info();
        }
        String schema = word(statement, at + 1).matches("FROM|IN") && at + 2 < tokens.size()
                ? tokens.get(at + 2).text()
                : null;
        return session.table(schema, tokens.get(at).text()).info();
    }

    private TableRef columns(TableInfo table, boolean full) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnInfo column = table.columns().get(i);
            List<@Nullable Object> row = new ArrayList<>();
            row.add(column.name());
            row.add(column.type().declaration());
            if (full) {
                row.add(
                        column.type().isString() && column.type().family() == io.millrace.newsql.type.TypeId.Family.TEXT
                                ? column.type().collation()
                                : null);
            }
            row.add(column.nullable() ? "YES" : "NO");
            row.add(InformationSchema.key(table, i));
            row.add(InformationSchema.fallback(column));
            row.add(InformationSchema.extra(column));
            if (full) {
                row.add("select,insert,update,references");
                row.add(column.comment());
            }
            rows.add(row);
        }
        return rows(
                full
                        ? List.of(
                                "Field",
                                "Type",
                                "Collation",
                                "Null",
                                "Key",
                                "Default",
                                "Extra",
                                "Privileges",
                                "Comment")
                        : List.of("Field", "Type", "Null", "Key", "Default", "Extra"),
                rows);
    }

    private static TableRef indexes(TableInfo table) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (IndexInfo index : table.allIndexes()) {
            for (int i = 0; i < index.parts().size(); i++) {
                IndexInfo.Part part = index.parts().get(i);
                ColumnInfo column = table.columns().get(part.ordinal());
                List<@Nullable Object> row = new ArrayList<>();
                row.add(table.name());
                row.add(index.unique() ? 0L : 1L);
                row.add(index.name());
                row.add(i + 1L);
                row.add(column.name());
                row.add(part.descending() ? "D" : "A");
                row.add(0L);
                row.add(part.prefix() == 0 ? null : Long.valueOf(part.prefix()));
                row.add(null);
                row.add(column.nullable() ? "YES" : "");
                row.add("BTREE");
                row.add("");
                row.add(index.comment());
                row.add("YES");
                row.add(null);
                rows.add(row);
            }
        }
        return rows(
                List.of(
                        "Table",
                        "Non_unique#",
                        "Key_name",
                        "Seq_in_index#",
                        "Column_name",
                        "Collation",
                        "Cardinality#",
                        "Sub_part#",
                        "Packed",
                        "Null",
                        "Index_type",
                        "Comment",
                        "Index_comment",
                        "Visible",
                        "Expression"),
                rows);
    }

    private TableRef create(StatementText statement, int at) {
        if (word(statement, at).matches("DATABASE|SCHEMA")) {
            int name = word(statement, at + 1).equals("IF") ? at + 4 : at + 1;
            String schema = statement
                    .tokens()
                    .get(Math.min(name, statement.tokens().size() - 1))
                    .text();
            String collation = engine.catalog().picture().schema(schema).collation();
            String text = "CREATE DATABASE " + TableText.quote(schema)
                    + " /*!40100 DEFAULT CHARACTER SET utf8mb4 COLLATE " + collation + " */";
            return rows(List.of("Database", "Create Database"), List.of(List.of(schema, text)));
        }
        if (!word(statement, at).equals("TABLE")) {
            throw SqlErrors.unsupported("SHOW CREATE " + word(statement, at));
        }
        TableInfo table = findTable(statement, at + 1);
        long next = table.autoIncrementOrdinal() < 0 ? 0 : engine.counters().peek(table.id());
        return rows(List.of("Table", "Create Table"), List.of(List.of(table.name(), TableText.create(table, next))));
    }

    private TableRef variables(boolean global) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (String name : Variables.names()) {
            Literal value = global
                    ? session.variables().get(name, true)
                    : session.scope().systemVariable(name, false);
            String text = value.value() == null ? "" : Casts.toText(value.value(), value.type());
            rows.add(List.of(name, isSwitch(name) ? (text.equals("1") ? "ON" : "OFF") : text));
        }
        rows.add(List.of("version", engine.version()));
        return rows(List.of("Variable_name", "Value"), rows);
    }

    private static boolean isSwitch(String name) {
        return name.equals("autocommit")
                || name.endsWith("_checks")
                || name.equals("log_bin")
                || name.endsWith("read_only")
                || name.equals("sql_notes");
    }

    private TableRef conditions(boolean onlyErrors) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Diagnostics.Condition condition : session.diagnostics().conditions()) {
            if (!onlyErrors || condition.level().equals("Error")) {
                rows.add(List.of(condition.level(), (long) condition.code(), condition.message()));
            }
        }
        return rows(List.of("Level", "Code#", "Message"), rows);
    }

    // ---- DESCRIBE and EXPLAIN ----

    private void describeOrExplain(StatementText statement, List<Literal> parameters, ResultSink out) {
        String next = word(statement, 1);
        if (!next.matches("SELECT|INSERT|UPDATE|DELETE|REPLACE|FORMAT|ANALYZE")) {
            String where = statement.tokens().size() == 3
                            && statement.tokens().get(2).isName()
                    ? "WHERE Field = '" + statement.tokens().get(2).text().replace("'", "''") + "'"
                    : "";
            select(columns(findTable(statement, 1), false), where, parameters, out);
            return;
        }
        if (!next.matches("SELECT|UPDATE|DELETE")) {
            throw SqlErrors.unsupported("EXPLAIN " + next);
        }
        StatementText inner = StatementText.split(statement.textFrom(1)).get(0);
        Planner planner = new Planner(session::table, parameters, session.scope());
        var parsed = SqlParser.parse(inner, inner.whole());
        SelectPlan plan;
        if (parsed instanceof SQLSelectStatement select) {
            plan = planner.select(select.getSelect(), List.of());
        } else if (parsed instanceof com.alibaba.druid.sql.ast.statement.SQLUpdateStatement update) {
            plan = ((WritePlan.Update) new WritePlanner(planner).update(update)).found();
        } else {
            plan = ((WritePlan.Delete) new WritePlanner(planner)
                            .delete((com.alibaba.druid.sql.ast.statement.SQLDeleteStatement) parsed))
                    .found();
        }
        select(explain(plan), "", parameters, out);
    }

    private static TableRef explain(SelectPlan plan) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (TableLevel level : plan.levels()) {
            List<@Nullable Object> row = new ArrayList<>();
            boolean keyed =
                    level.path().keys() != null && !level.path().accessType().equals("ALL");
            row.add(1L);
            row.add("SIMPLE");
            row.add(level.alias());
            row.add(level.path().accessType());
            row.add(
                    keyed && level.path().keys() != null
                            ? level.path().keys().index().name()
                            : null);
            row.add(level.path().isPoint() ? Long.valueOf(1) : null);
            boolean first = rows.isEmpty();
            List<String> extra = new ArrayList<>();
            if (level.where() != null || level.on() != null) {
                extra.add("Using where");
            }
            if (first && plan.grouped() && !plan.groupBy().isEmpty()) {
                extra.add("Using temporary");
            }
            if (first && !plan.sort().isEmpty()) {
                extra.add("Using filesort");
            }
            row.add(extra.isEmpty() ? null : String.join("; ", extra));
            rows.add(row);
        }
        return rows(List.of("id#", "select_type", "table", "type", "key", "rows#", "Extra"), rows);
    }
}
