package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.WarningSink;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an expression is evaluated against: the row, the statement's parameters and its session. A run that knows more extends it. One thread. */
public class Frame {

    private final SessionScope session;
    private final List<Literal> parameters;
    private @Nullable Object[] slots;

    public Frame(SessionScope session, List<Literal> parameters, int slots) {
        this.session = session;
        this.parameters = parameters;
        this.slots = new @Nullable Object[slots];
    }

    public @Nullable Object[] slots() {
        return slots;
    }

    /** Puts another row in the place of this one. Keeps the array. */
    public void replaceSlots(@Nullable Object[] row) {
        slots = row;
    }

    @Nullable
    Object slot(int index) {
        return slots[index];
    }

    public Literal parameter(int index) {
        return parameters.get(index);
    }

    public SessionScope session() {
        return session;
    }

    public WarningSink warnings() {
        return session.warnings();
    }

    /** The statement's time as a DATETIME in the session's zone, with six digits. */
    public long now() {
        return Temporals.fromEpochMicros(session.statementMicros(), session.zone());
    }

    /** The statement's DATE. */
    public long today() {
        return PackedTemporal.dateOf(now());
    }
}
