package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a block locks of what it reads: by its own clauses, or all if a view is read for a statement that locks it. */
final class Locking {

    static final Locking NONE = new Locking(List.of(), null);

    private final List<LockClause> clauses;
    private final @Nullable RowLock inherited;

    private Locking(List<LockClause> clauses, @Nullable RowLock inherited) {
        this.clauses = clauses;
        this.inherited = inherited;
    }

    /** @param inherited of the view that the block is; null for none */
    static Locking of(SQLSelectQueryBlock block, @Nullable RowLock inherited) {
        List<LockClause> clauses = LockClause.of(block);
        return clauses.isEmpty() && inherited == null ? NONE : new Locking(clauses, inherited);
    }

    /** The lock of a table or view; null for none. @throws io.millrace.newsql.mysql.SqlException 3569 if two clauses name it */
    @Nullable
    RowLock of(String schema, String alias) {
        RowLock lock = null;
        for (LockClause clause : clauses) {
            if (clause.locks(schema, alias)) {
                if (lock != null) {
                    throw SqlErrors.of(3569, "HY000", "Table `" + alias + "` appears in multiple locking clauses.");
                }
                lock = clause.lock();
            }
        }
        return lock == null ? inherited : lock;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 3568 for a name that is none of the block's tables */
    void check(FromScope scope) {
        for (LockClause clause : clauses) {
            for (LockClause.TableName name : clause.of()) {
                if (scope.entries.stream().noneMatch(entry -> name.isOf(entry.schema, entry.alias))) {
                    throw SqlErrors.of(3568, "HY000", "Unresolved table name " + name + " in locking clause.");
                }
            }
        }
    }

    /** The block's own lock, as its first table or clause has it; null for none. */
    @Nullable
    RowLock any() {
        return clauses.isEmpty() ? inherited : clauses.get(0).lock();
    }
}
