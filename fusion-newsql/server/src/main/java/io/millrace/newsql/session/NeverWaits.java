package io.millrace.newsql.session;

import io.millrace.newsql.plan.BlockPlan;
import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.plan.TableLevel;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import java.util.Locale;
import java.util.Set;

/**
 * Which queries an event loop may run: those that read one row by its primary key, or none, and compute nothing that could take long. What is left out by mistake runs as any other, so
 * this errs on that side.
 */
final class NeverWaits {

    /** Operators whose cost grows with what they are given in more than a straight line. */
    private static final Set<String> SLOW = Set.of("LIKE", "REGEXP", "RLIKE");

    private NeverWaits() {}

    /** @param text without functions, which may sleep, lock, or repeat themselves, and without subqueries: without parentheses */
    static boolean of(SelectPlan plan, StatementText text) {
        return plan instanceof BlockPlan block && isOneRow(block) && isSimple(text);
    }

    private static boolean isOneRow(BlockPlan block) {
        return !block.grouped()
                && block.windows().isEmpty()
                && !block.distinct()
                && block.sort().isEmpty()
                && block.lock() == null
                && !block.correlated()
                && block.inputs().isEmpty()
                && (block.join().isEmpty() || block.join().size() == 1 && isPoint(block));
    }

    private static boolean isPoint(BlockPlan block) {
        return block.join().get(0) instanceof TableLevel level
                && level.table().layout() != null
                && level.hash() == null
                && level.path().isPoint()
                && level.path().keys() != null
                && level.path().keys().index().isPrimary();
    }

    private static boolean isSimple(StatementText text) {
        for (Token token : text.tokens()) {
            if (token.isSymbol("(")
                    || token.kind() == Token.Kind.VARIABLE
                    || token.kind() == Token.Kind.WORD
                            && SLOW.contains(token.text().toUpperCase(Locale.ROOT))) {
                return false;
            }
        }
        return true;
    }
}
