package io.millrace.newsql.session;

import io.millrace.newsql.plan.SelectPlan;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
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
