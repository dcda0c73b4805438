package io.millrace.newsql.sql;

import com.alibaba.druid.sql.ast.SQLStatement;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.dialect.mysql.visitor.MySqlASTVisitorAdapter;

/** Calls that the parser makes of parentheses behind what is no name: {@code 'a' COUNT(*)}. */
final class NamelessCalls extends MySqlASTVisitorAdapter {

    private boolean found;

    private NamelessCalls() {}

    static boolean isIn(SQLStatement statement) {
        NamelessCalls calls = new NamelessCalls();
        statement.accept(calls);
        return calls.found;
    }

    @Override
    public boolean visit(SQLMethodInvokeExpr call) {
        found |= call.getMethodName() == null;
        return !found;
    }
}
