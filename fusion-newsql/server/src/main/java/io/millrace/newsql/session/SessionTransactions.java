package io.millrace.newsql.session;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableDisableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableEnableKeys;
import com.alibaba.druid.sql.ast.statement.SQLAlterTableStatement;
import io.millrace.newsql.catalog.Catalog;
import io.millrace.newsql.definition.TableLocks;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.transaction.Isolation;
import io.millrace.newsql.transaction.Transaction;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.variable.Variables;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The transaction of a session, and the tables whose definitions it holds. One thread, but for {@link #cancel} and {@link #isOpen}. */
final class SessionTransactions {

    private final EngineState engine;
    private final Variables variables;
    private final LoopTurn loop;
    private final BooleanSupplier cancelled;
    private final Map<Long, Long> tables = new HashMap<>();
    private final Map<Long, Long> written = new HashMap<>();
    private final LockedTables locked;
    private volatile @Nullable Transaction current;
    private volatile boolean explicit;
    private boolean readOnly;
    private @Nullable String nextIsolation;
    private @Nullable Boolean nextReadOnly;

    /** @param cancelled whether the statement that runs is to end */
    SessionTransactions(EngineState engine, Variables variables, LoopTurn loop, BooleanSupplier cancelled) {
        this.engine = engine;
        this.loop = loop;
        this.variables = variables;
        this.cancelled = cancelled;
        this.locked = new LockedTables(engine.tables().locks(), cancelled);
    }

    /** The transaction of the next statement; begins one if there is none. */
    Transaction current() {
        Transaction open = current;
        if (open == null) {
            open = engine.transactions()
                    .begin(
                            isolation(),
                            TimeUnit.SECONDS.toNanos(Math.max(1, variables.number(Variables.ROW_LOCK_WAIT))));
            current = open;
            if (cancelled.getAsBoolean()) {
                open.cancel(); // whoever cancelled the statement found no transaction
            }
            readOnly = readOnly || Boolean.TRUE.equals(nextReadOnly);
            nextIsolation = null;
            nextReadOnly = null;
        }
        open.waits(!loop.isOn());
        return open;
    }

    private Isolation isolation() {
        return nextIsolation == null ? variables.isolation() : Variables.isolation(nextIsolation);
    }

    /** SET TRANSACTION without a scope: of the next transaction only. @throws SqlException 1568 while one is open */
    void next(@Nullable String isolation, @Nullable Boolean isReadOnly) {
        if (isOpen()) {
            throw SqlErrors.of(
                    1568, "25001", "Transaction characteristics can't be changed while a transaction is in progress");
        }
        nextIsolation = isolation == null ? nextIsolation : isolation;
        nextReadOnly = isReadOnly == null ? nextReadOnly : isReadOnly;
    }

    /** Holds the table's definition until the transaction ends. @throws SqlException 1099, 1100 if LOCK TABLES does not allow it */
    void hold(long table, boolean writes) {
        if (locked.isEmpty()) {
            Map<Long, Long> own = writes ? written : tables;
            if (!own.containsKey(table) && !written.containsKey(table)) {
                TableLocks.Mode mode = writes ? TableLocks.Mode.WRITE : TableLocks.Mode.READ;
                long seconds = variables.number(Variables.LOCK_WAIT);
                boolean again = !tables.isEmpty() || !written.isEmpty();
                own.put(table, engine.tables().locks().take(table, mode, seconds, cancelled, again));
            }
            return;
        }
        locked.check(table, writes);
    }

    /** As {@link #hold}, without waiting. @return false if it would have to wait, or LOCK TABLES has its say; then nothing is held */
    boolean tryHold(long table, boolean writes) {
        if (!locked.isEmpty()) {
            return false;
        }
        Map<Long, Long> own = writes ? written : tables;
        if (own.containsKey(table) || written.containsKey(table)) {
            return true;
        }
        TableLocks.Mode mode = writes ? TableLocks.Mode.WRITE : TableLocks.Mode.READ;
        boolean held = engine.tables().locks().tryTake(table, mode);
        if (held) {
            own.put(table, (long) mode.ordinal());
        }
        return held;
    }

    /** Whether a plain query may have to wait for others, or changes what the session holds by beginning a transaction. */
    boolean mayWait() {
        Transaction open = current;
        Isolation level = open == null ? isolation() : open.isolation();
        return level == Isolation.SERIALIZABLE || !variables.autocommit() && open == null;
    }

    /** Whether it can end without a wait and without work that takes long. */
    boolean mayEndNow() {
        Transaction open = current;
        return locked.isEmpty() && (open == null || open.isSmall());
    }

    /** @param isReadOnly null for what the session has */
    void begin(@Nullable Boolean isReadOnly, boolean withSnapshot) {
        String isolation = nextIsolation;
        Boolean access = isReadOnly == null ? nextReadOnly : isReadOnly;
        unlockTables();
        commit();
        nextIsolation = isolation;
        nextReadOnly = access;
        explicit = true;
        readOnly = access == null ? variables.isOn(Variables.READ_ONLY) : access;
        if (withSnapshot) {
            current().fixSnapshot();
        }
    }

    /** Whether plain queries lock what they read. */
    boolean readsLock() {
        Transaction open = current;
        return open != null && open.isolation() == Isolation.SERIALIZABLE && isOpen();
    }

    boolean isReadOnly() {
        return explicit ? readOnly : readOnly || variables.isOn(Variables.READ_ONLY);
    }

    /** Whether a transaction goes on behind the statement. */
    boolean isOpen() {
        return explicit || !variables.autocommit() && current != null;
    }

    /** A statement has run: its transaction ends if it was its own. */
    void endStatement() {
        Transaction open = current;
        if (open != null) {
            open.endStatement();
        }
        if (!explicit && variables.autocommit()) {
            commit();
        }
    }

    /** A statement has failed: what it wrote is undone, or all of the transaction if that cannot go on. */
    void failStatement(@Nullable SqlException e, Transaction.@Nullable Savepoint mark) {
        Transaction open = current;
        boolean alone = !explicit && variables.autocommit();
        if (open == null || alone || e != null && e.code() == SqlErrors.DEADLOCK) {
            rollback();
            return;
        }
        open.endStatement();
        if (mark != null) {
            open.undoTo(mark);
        }
    }

    /** Commits, and waits for the device; on an event loop the answer does that. */
    void commit() {
        Transaction open = current;
        if (open != null && loop.isOn() && open.hasWrites()) {
            loop.leavesBehind(commitLater(open));
            return;
        }
        try {
            if (open != null) {
                open.commit();
            }
        } finally {
            ended();
        }
    }

    /** As {@link #commit}: the session has no transaction any more, and its next statement must not run before the stage completes. */
    private CompletionStage<?> commitLater(Transaction open) {
        Map<Long, Long> held = new HashMap<>(written);
        Map<Long, Long> read = new HashMap<>(tables);
        forget();
        Runnable release = () -> {
            release(read);
            release(held);
        };
        try {
            return open.commitLater(engine.waiting()).whenComplete((done, failure) -> release.run());
        } catch (RuntimeException | Error e) {
            release.run();
            throw e;
        }
    }

    void rollback() {
        Transaction open = current;
        try {
            if (open != null) {
                open.rollback();
            }
        } finally {
            ended();
        }
    }

    private void ended() {
        release(tables);
        release(written);
        forget();
    }

    private void release(Map<Long, Long> held) {
        held.forEach((table, stamp) -> engine.tables().locks().release(table, stamp));
    }

    private void forget() {
        current = null;
        explicit = false;
        readOnly = false;
        tables.clear();
        written.clear();
    }

    // ---- LOCK TABLES ----

    LockedTables locked() {
        return locked;
    }

    boolean hasLockedTables() {
        return !locked.isEmpty();
    }

    void unlockTables() {
        if (!locked.isEmpty()) {
            commit();
            locked.release();
        }
    }

    /** Whether the statement only switches the keys of a table off or on, as dumps do under LOCK TABLES: it changes nothing. @throws SqlException 1100, 1099 */
    boolean switchesKeysOfLocked(SQLStatement parsed, Catalog.Picture picture, @Nullable String schema) {
        if (locked.isEmpty()
                || !(parsed instanceof SQLAlterTableStatement alter)
                || !alter.getItems().stream()
                        .allMatch(item ->
                                item instanceof SQLAlterTableDisableKeys || item instanceof SQLAlterTableEnableKeys)) {
            return false;
        }
        String of = alter.getSchema() == null ? schema : ExpressionCompiler.unquote(alter.getSchema());
        if (of == null) {
            throw SqlErrors.of(1046, "3D000", "No database selected");
        }
        locked.check(
                picture.table(of, ExpressionCompiler.unquote(alter.getTableName()))
                        .id(),
                true);
        return true;
    }

    /** @throws SqlException 1192 for a change of definitions under LOCK TABLES */
    void checkDefinition() {
        if (!locked.isEmpty()) {
            throw SqlErrors.of(
                    1192,
                    "HY000",
                    "Can't execute the given command because you have active locked tables or an active transaction");
        }
    }

    /** Whether {@code autocommit} was turned on: then what is open is committed. */
    void autocommitChanged(Literal before) {
        if (before.value() instanceof Long value && value == 0 && variables.autocommit()) {
            commit();
        }
    }

    void cancel() {
        Transaction open = current;
        if (open != null) {
            open.cancel();
        }
    }

    void forgetCancel() {
        Transaction open = current;
        if (open != null) {
            open.forgetCancel();
        }
    }
}
