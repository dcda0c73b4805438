package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;

/** Compiles what stands in expressions and only a query can answer. A row of one expression is that expression. */
public interface QueryParts {

    /** For expressions that stand in no query. */
    QueryParts NONE = new QueryParts() {};

    /** A comparison with a subquery's rows. */
    enum Quantifier {
        ANY,
        ALL
    }

    /** The one value of a query; NULL if it has no row, error 1242 if it has more than one. */
    default Expression scalar(SQLSelect query) {
        throw SqlErrors.unsupported("subquery");
    }

    /** {@code left [NOT] IN (query)}. */
    default Expression in(List<Expression> left, SQLSelect query, boolean not) {
        throw SqlErrors.unsupported("IN (subquery)");
    }

    /** {@code [NOT] EXISTS (query)}. */
    default Expression exists(SQLSelect query, boolean not) {
        throw SqlErrors.unsupported("EXISTS (subquery)");
    }

    /**
     * {@code left = ANY (query)}, {@code left > ALL (query)} …
     *
     * @param operator as it is written: {@code =}, {@code <>}, {@code <} …
     */
    default Expression quantified(Expression left, String operator, Quantifier quantifier, SQLSelect query) {
        throw SqlErrors.unsupported(quantifier + " (subquery)");
    }

    /** A comparison of rows one side of which is a query: {@code (a, b) = (SELECT …)}. */
    default Expression row(List<Expression> left, String operator, SQLSelect query) {
        throw SqlErrors.unsupported("row subquery");
    }

    /** A function over a window. */
    default Expression window(SQLAggregateExpr call) {
        throw SqlErrors.unsupported("window functions");
    }
}
