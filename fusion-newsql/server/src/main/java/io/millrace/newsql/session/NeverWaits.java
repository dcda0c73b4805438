package io.millrace.newsql.session;

import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.plan.TableRef;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import io.millrace.newsql.write.WritePlan;
import java.util.Locale;
import java.util.Set;

/**
 * Which queries an event loop may run: those that read one row by a whole primary or unique key, or none, and compute nothing that could take long. What is left out by mistake runs as any other, so
 * this errs on that side.
 */
final class NeverWaits {

    /** Operators whose cost grows with what they are given in more than a straight line. */
    private static final Set<String> SLOW = Set.of("LIKE", "REGEXP", "RLIKE");

    private NeverWaits() {}

    /** @param text without functions, which may sleep, lock, or repeat themselves, and without subqueries: without parentheses */
    static boolean of(SelectPlan plan, StatementText text) {
        return plan.isPoint() && plan.lock() == null && isSimple(text);
    }

    /** As {@link #of(SelectPlan, StatementText)}, of a statement that writes one row: of a table without foreign keys, checks and generated columns. Locks that are another's it must meet by itself. */
    static boolean of(WritePlan plan, StatementText text) {
        if (plan instanceof WritePlan.Insert insert) {
            return insert.query() == null
                    && insert.early().isEmpty()
                    && insert.rows().size() == 1
                    && insert.onDuplicate() == WritePlan.OnDuplicate.FAIL
                    && insert.check() == null
                    && standsAlone(insert.table())
                    && isSimpleInsert(text);
        }
        if (plan instanceof WritePlan.Update update) {
            return update.check() == null && standsAlone(update.table()) && isOneRow(update.found()) && isSimple(text);
        }
        return plan instanceof WritePlan.Delete delete
                && standsAlone(delete.table())
                && isOneRow(delete.found())
                && isSimple(text);
    }

    /** By its primary key. */
    private static boolean isOneRow(SelectPlan found) {
        if (found.levels().size() != 1 || !found.inputs().isEmpty() || found.lock() != null) {
            return false;
        }
        TableLevel level = found.levels().get(0);
        return level.hash() == null && level.path().isPointByPrimaryKey();
    }

    private static boolean standsAlone(TableRef table) {
        return table.info().foreignKeys().isEmpty()
                && table.info().referencedBy().isEmpty()
                && table.stored().rules().isEmpty();
    }

    /** Parentheses around columns and values alone. */
    private static boolean isSimpleInsert(StatementText text) {
        int depth = 0;
        for (Token token : text.tokens()) {
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            if (depth > 1 || depth == 0 && token.is("SET") || isSlow(token)) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSlow(Token token) {
        return token.kind() == Token.Kind.VARIABLE
                || token.kind() == Token.Kind.WORD && SLOW.contains(token.text().toUpperCase(Locale.ROOT));
    }

    private static boolean isSimple(StatementText text) {
        for (Token token : text.tokens()) {
            if (token.isSymbol("(") || isSlow(token)) {
                return false;
            }
        }
        return true;
    }
}
