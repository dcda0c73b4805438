package io.millrace.newsql.plan;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelectQueryBlock;
import com.alibaba.druid.sql.dialect.mysql.ast.statement.MySqlSelectQueryBlock;
import io.millrace.newsql.expression.ExpressionCompiler;
import io.millrace.newsql.sql.LockClauses;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code FOR UPDATE|SHARE [OF …] [NOWAIT|SKIP LOCKED]}. @param of the tables that it locks; empty for all of the block */
record LockClause(RowLock lock, List<TableName> of) {

    /** As a clause names a table: by its alias, or the table itself. */
    record TableName(@Nullable String schema, String name) {

        boolean isOf(String of, String alias) {
            return alias.equals(name) && (schema == null || schema.equals(of));
        }

        @Override
        public String toString() {
            return schema == null ? "`" + name + "`" : "`" + schema + "`.`" + name + "`";
        }
    }

    static List<LockClause> of(SQLSelectQueryBlock block) {
        boolean share = block instanceof MySqlSelectQueryBlock mysql && mysql.isLockInShareMode() || block.isForShare();
        if (!block.isForUpdate() && !share) {
            return List.of();
        }
        if (block.getWaitTime() != null) {
            return written(block.getWaitTime());
        }
        LockWait wait =
                block.isNoWait() ? LockWait.NOWAIT : block.isSkipLocked() ? LockWait.SKIP_LOCKED : LockWait.WAIT;
        return List.of(new LockClause(new RowLock(share, wait), List.of()));
    }

    /** What {@link LockClauses} has written. */
    private static List<LockClause> written(SQLExpr waitTime) {
        if (!(waitTime instanceof SQLMethodInvokeExpr all) || !isCall(all, LockClauses.ALL)) {
            throw SqlErrors.syntax("WAIT " + waitTime, 1);
        }
        List<LockClause> clauses = new ArrayList<>();
        for (SQLExpr argument : all.getArguments()) {
            SQLMethodInvokeExpr clause = (SQLMethodInvokeExpr) argument;
            List<SQLExpr> parts = clause.getArguments();
            RowLock lock = new RowLock(isCall(clause, LockClauses.SHARE), wait(Names.last(parts.get(0))));
            clauses.add(new LockClause(
                    lock,
                    parts.subList(1, parts.size()).stream()
                            .map(LockClause::name)
                            .toList()));
        }
        return clauses;
    }

    private static boolean isCall(SQLMethodInvokeExpr call, String name) {
        return ExpressionCompiler.unquote(call.getMethodName()).equals(name);
    }

    private static LockWait wait(String word) {
        return switch (word) {
            case LockClauses.NOWAIT -> LockWait.NOWAIT;
            case LockClauses.SKIP_LOCKED -> LockWait.SKIP_LOCKED;
            default -> LockWait.WAIT;
        };
    }

    private static TableName name(SQLExpr expr) {
        if (expr instanceof SQLPropertyExpr name) {
            return new TableName(
                    ExpressionCompiler.unquote(name.getOwner().toString()), ExpressionCompiler.unquote(name.getName()));
        }
        if (expr instanceof SQLIdentifierExpr name) {
            return new TableName(null, ExpressionCompiler.unquote(name.getName()));
        }
        throw SqlErrors.syntax(expr.toString(), 1);
    }

    boolean locks(String schema, String alias) {
        return of.isEmpty() || of.stream().anyMatch(name -> name.isOf(schema, alias));
    }
}
