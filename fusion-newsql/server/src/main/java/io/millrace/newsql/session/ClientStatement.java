package io.millrace.newsql.session;

import io.millrace.newsql.observation.StatementKind;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.sql.SelectNames;
import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One statement of a client as its session runs it: the text, and what is known of it before it runs. One that is prepared lives on, with the plan that it had last. One thread.
 */
final class ClientStatement {

    /** Runs that go to workers after one on an event loop that had to be undone. */
    private static final int WORKERS_AFTER_A_WAIT = 32;

    private final StatementText text;
    private final boolean prepared;
    private final StatementKind kind;
    private final boolean plannedOnly;
    private final boolean transactionBorder;
    private final boolean hasHints;
    private final boolean asksVariables;
    private int toWorkers;
    private StatementText.@Nullable Template template;
    private @Nullable String shown;
    private PlanCache.@Nullable Key key;
    private PlanCache.@Nullable Planned planned;

    private ClientStatement(StatementText text, boolean prepared) {
        this.text = text;
        this.prepared = prepared;
        this.kind = StatementKind.of(word(0), word(1));
        this.plannedOnly = isPlannedOnly(text, word(0));
        this.transactionBorder = isTransactionBorder(text, word(0), word(1));
        this.hasHints = text.source().contains("/*+");
        this.asksVariables = text.source().contains("@@");
    }

    /** A statement with its values in it. */
    static ClientStatement of(StatementText text) {
        return new ClientStatement(text, false);
    }

    /** A statement that runs with values for its parameters. */
    static ClientStatement prepared(StatementText text) {
        return new ClientStatement(text, true);
    }

    private String word(int index) {
        List<Token> tokens = text.tokens();
        return index < tokens.size() ? tokens.get(index).text().toUpperCase(Locale.ROOT) : "";
    }

    private static boolean isPlannedOnly(StatementText text, String word) {
        return switch (word) {
            case "SELECT", "WITH" -> !SelectInto.isMeant(text);
            case "INSERT", "UPDATE", "DELETE", "REPLACE", "(", "VALUES", "TABLE" -> true;
            default -> false;
        };
    }

    private static boolean isTransactionBorder(StatementText text, String word, String second) {
        return switch (word) {
            case "BEGIN", "COMMIT", "ROLLBACK" -> second.isEmpty()
                    || second.equals("WORK") && text.tokens().size() == 2;
            case "START" -> second.equals("TRANSACTION") && text.tokens().size() == 2;
            default -> false;
        };
    }

    StatementText text() {
        return text;
    }

    boolean isPrepared() {
        return prepared;
    }

    StatementKind kind() {
        return kind;
    }

    /** Whether no part of the session but the planner has to look at it. */
    boolean isPlannedOnly() {
        return plannedOnly;
    }

    /** Whether it begins or ends a transaction, and nothing else. */
    boolean isTransactionBorder() {
        return transactionBorder;
    }

    /** Whether there may be a hint in it. */
    boolean hasHints() {
        return hasHints;
    }

    /** Whether it may ask for {@code @@warning_count}. */
    boolean asksVariables() {
        return asksVariables;
    }

    /** As SHOW PROCESSLIST shows it. */
    String shown() {
        String known = shown;
        if (known == null) {
            known = text.textFrom(0);
            shown = known;
        }
        return known;
    }

    /** What it is planned by: without its literals, unless it has parameters of its own. */
    StatementText.Template template() {
        StatementText.Template known = template;
        if (known == null) {
            known = prepared ? text.whole() : text.template();
            template = known;
        }
        return known;
    }

    /** Whether to try it on an event loop; not for a while after a lock that was another's. */
    boolean triesNow() {
        if (toWorkers == 0) {
            return true;
        }
        toWorkers--;
        return false;
    }

    /** It met such a lock. */
    void wouldWait() {
        toWorkers = WORKERS_AFTER_A_WAIT;
    }

    boolean hasLimit() {
        for (Token token : text.tokens()) {
            if (token.is("LIMIT")) {
                return true;
            }
        }
        return false;
    }

    /** Whether FOUND_ROWS() is to tell how many rows there were without its LIMIT. */
    boolean countsFoundRows() {
        return kind == StatementKind.SELECT && SelectNames.hasOption(text, "SQL_CALC_FOUND_ROWS") && hasLimit();
    }

    // ---- the plan that it had last ----

    /** Its plan, if it was made for the like; null if it must be looked for. */
    PlanCache.@Nullable Planned planned(
            List<Literal> literals, @Nullable String schema, long catalogVersion, String settings) {
        PlanCache.Key last = key;
        return last != null && last.isFor(literals, schema, catalogVersion, settings) ? planned : null;
    }

    /** Keeps a plan that other sessions may share as well. */
    void keep(PlanCache.Key of, PlanCache.Planned found) {
        key = of;
        planned = found;
    }

    /** Whether it ran without waiting for anything when it ran last, or may do so. */
    boolean mayRunNow() {
        PlanCache.Planned last = planned;
        return transactionBorder || last != null && last.neverWaits();
    }
}
