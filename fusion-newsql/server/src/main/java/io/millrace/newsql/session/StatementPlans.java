package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLDeleteStatement;
import com.alibaba.druid.sql.ast.statement.SQLReplaceStatement;
import com.alibaba.druid.sql.ast.statement.SQLSelectStatement;
import com.alibaba.druid.sql.ast.statement.SQLUpdateStatement;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlInsertStatement;
import io.millrace.newsql.account.Need;
import io.millrace.newsql.account.StatementNeeds;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.mysql.ColumnDefinition;
import io.millrace.newsql.mysql.ColumnList;
import io.millrace.newsql.plan.Planner;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.plan.Tables;
import io.millrace.newsql.plan.ViewText;
import io.millrace.newsql.session.PlanCache.Planned;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SelectNames;
import io.millrace.newsql.sql.SqlParser;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.write.WritePlan;
import io.millrace.newsql.write.WritePlanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds or makes the plans of a session's statements, and checks that it may run them. One thread. */
final class StatementPlans {

    /** What a plan was seen to stand on while it was made. */
    private static final class Seen {
        private final Set<Long> tables = new HashSet<>();
        private boolean ofSession;
        private boolean views;
    }

    private final EngineState engine;
    private final ClientSession session;
    private final SessionTransactions transactions;

    StatementPlans(EngineState engine, ClientSession session) {
        this.engine = engine;
        this.session = session;
        this.transactions = session.transactions();
    }

    /** The plan of a statement that has one; null for any other. The definitions of its tables are held. */
    @Nullable
    Planned of(ClientStatement statement, List<Literal> literals) {
        while (true) {
            Catalog.Picture picture = engine.catalog().picture();
            Planned planned = find(statement, literals, picture.version());
            if (planned == null) {
                planned = make(statement, literals, picture.version());
            } else {
                engine.meters().addPlan(true);
                check(planned.needs());
            }
            if (planned == null) {
                return null;
            }
            for (long table : planned.tables()) {
                WritePlan write = planned.write();
                transactions.hold(table, write != null && write.tables().writes(table));
            }
            if (engine.catalog().picture().version() == picture.version()
                    || planned.tables().isEmpty()) {
                return planned;
            }
        }
    }

    /** Whether the statement has a plan that never waits, and its tables are free; then their definitions are held. */
    boolean neverWaits(ClientStatement statement, List<Literal> literals) {
        Planned planned = find(statement, literals, engine.catalog().picture().version());
        if (planned == null || !planned.neverWaits() || transactions.mayWait()) {
            return false;
        }
        return planned.tables().isEmpty()
                || transactions.tryHold(planned.tables().get(0), planned.write() != null);
    }

    private @Nullable Planned find(ClientStatement statement, List<Literal> literals, long version) {
        String settings = session.variables().planSettings();
        Planned planned = statement.planned(literals, session.schema(), version, settings);
        if (planned == null) {
            PlanCache.Key key = key(statement, literals, version);
            planned = engine.plans().find(key);
            if (planned != null) {
                statement.keep(key, planned);
            }
        }
        return planned;
    }

    private PlanCache.Key key(ClientStatement statement, List<Literal> literals, long version) {
        return PlanCache.Key.of(
                statement.template().text(),
                literals,
                session.schema(),
                version,
                session.variables().planSettings());
    }

    private @Nullable Planned make(ClientStatement statement, List<Literal> literals, long version) {
        SQLStatement parsed = SqlParser.parse(statement.text(), statement.template());
        if (!isPlanned(parsed)) {
            return null;
        }
        engine.meters().addPlan(false);
        Seen seen = new Seen();
        List<Need> needs = StatementNeeds.of(parsed, session.schema());
        check(needs);
        Planner planner = new Planner(watching(seen), literals, session.scope());
        SelectPlan select = parsed instanceof SQLSelectStatement query
                ? planner.select(query.getSelect(), SelectNames.of(statement.text()))
                : null;
        WritePlan write = select == null ? write(new WritePlanner(planner), parsed) : null;
        PlanCache.Key key = key(statement, literals, version);
        Planned planned = new Planned(
                select,
                write,
                ColumnList.copyOf(select == null ? List.of() : select.columns()),
                !seen.views && neverWaits(select, write, seen, statement.text()),
                seen.tables.stream().sorted().toList(),
                needs,
                engine.digests().of(session.schema(), key.template(), System.currentTimeMillis()));
        if (!planner.dependsOnSession() && !seen.ofSession) {
            engine.plans().put(key, planned);
            statement.keep(key, planned);
        }
        return planned;
    }

    private static boolean neverWaits(
            @Nullable SelectPlan select, @Nullable WritePlan write, Seen seen, StatementText text) {
        return select != null
                ? NeverWaits.of(select, text)
                : write != null && seen.tables.size() == 1 && NeverWaits.of(write, text);
    }

    /** Notes the tables that a plan stands on, and whether it is good for this session only. */
    private Tables watching(Seen seen) {
        return new Tables() {
            @Override
            public TableRef find(@Nullable String of, String name) {
                TableRef table = session.table(of, name);
                seen.ofSession |= table.layout() == null || table.info().isTemporary();
                if (table.layout() != null) {
                    seen.tables.add(table.info().id());
                }
                return table;
            }

            @Override
            public @Nullable ViewText findView(@Nullable String of, String name) {
                ViewText view = session.view(of, name);
                seen.views |= view != null;
                return view;
            }
        };
    }

    private static boolean isPlanned(SQLStatement parsed) {
        return parsed instanceof SQLSelectStatement
                || parsed instanceof MySqlInsertStatement
                || parsed instanceof SQLReplaceStatement
                || parsed instanceof SQLUpdateStatement
                || parsed instanceof SQLDeleteStatement;
    }

    private static WritePlan write(WritePlanner planner, SQLStatement parsed) {
        if (parsed instanceof MySqlInsertStatement insert) {
            return planner.insert(insert);
        }
        if (parsed instanceof SQLReplaceStatement replace) {
            return planner.replace(replace);
        }
        if (parsed instanceof SQLUpdateStatement update) {
            return planner.update(update);
        }
        return planner.delete((SQLDeleteStatement) parsed);
    }

    /** What a statement that is prepared will answer, its parameters being unknown; empty for none. */
    List<ColumnDefinition> look(StatementText statement) {
        List<Literal> unknown = unknownParameters(statement);
        SQLStatement parsed = SqlParser.parse(statement, statement.whole());
        check(StatementNeeds.of(parsed, session.schema()));
        if (!(parsed instanceof SQLSelectStatement select)) {
            return List.of();
        }
        return new Planner(session.tables(), unknown, session.scope())
                .select(select.getSelect(), SelectNames.of(statement))
                .columns();
    }

    /** NULL, but for those of LIMIT and OFFSET, which must be numbers. */
    private static List<Literal> unknownParameters(StatementText statement) {
        List<Literal> unknown = new ArrayList<>();
        boolean limit = false;
        for (Token token : statement.tokens()) {
            if (token.kind() == Token.Kind.PARAMETER) {
                unknown.add(limit ? Literal.of(1) : Literal.NULL);
            } else if (!token.isSymbol(",") && token.kind() != Token.Kind.NUMBER) {
                limit = token.is("LIMIT") || token.is("OFFSET");
            }
        }
        return unknown;
    }

    // ---- privileges ----

    /** @throws io.millrace.newsql.mysql.SqlException 1142, 1143 … if the session may not run what needs them */
    void check(List<Need> needs) {
        StatementNeeds.check(needs, session.access(), (schema, table, column) -> {
            TableInfo info = engine.catalog().picture().findTable(schema, table);
            return info != null && info.ordinalOf(column) >= 0;
        });
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1142, 1143 … if the session may not run it */
    void checkNeeds(SQLStatement parsed) {
        check(StatementNeeds.of(parsed, session.schema()));
    }
}
