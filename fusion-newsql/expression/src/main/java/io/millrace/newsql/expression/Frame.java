package io.millrace.newsql.expression;

import io.millrace.newsql.encoding.PackedTemporal;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.Temporals;
import io.millrace.newsql.type.WarningSink;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What an expression is evaluated against: the row, the statement's parameters and its session. A run that knows more extends it. One thread. */
public class Frame {

    private final SessionScope session;
    private final List<Literal> parameters;
    private @Nullable Object[] slots;
    private @Nullable WarningSink strict;

    /** What constants were converted to, by who asked: once a run, however many rows it reads. */
    private @Nullable Map<Object, Optional<Object>> converted;

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
        return strict != null ? strict : session.warnings();
    }

    /** What a strict change of rows computes with: conversions that cut are errors from now on, and so is division by zero. */
    public Frame strict() {
        strict = new StrictWarnings(session.warnings());
        return this;
    }

    @Nullable
    Optional<Object> converted(Object key) {
        return converted == null ? null : converted.get(key);
    }

    void keepConverted(Object key, @Nullable Object value) {
        Map<Object, Optional<Object>> all = converted;
        if (all == null) {
            all = new IdentityHashMap<>(4);
            converted = all;
        }
        all.put(key, Optional.ofNullable(value));
    }

    /** Warns of a division by zero, or fails, as {@code sql_mode} asks. */
    void warnOfDivision() {
        if (session.hasMode("ERROR_FOR_DIVISION_BY_ZERO")) {
            warnings().warn(SqlErrors.DIVISION_BY_ZERO, "Division by 0");
        }
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
