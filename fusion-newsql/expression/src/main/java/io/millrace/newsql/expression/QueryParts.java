package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.statement.SQLSelect;
import io.millrace.newsql.type.SqlErrors;

/** Compiles the queries that stand in expressions. */
public interface Subqueries {

    Subqueries NONE = new Subqueries() {};

    /** Its one value; NULL if it has no row. */
    default Expression scalar(SQLSelect query) {
        throw SqlErrors.unsupported("subquery");
    }

    default Expression in(Expression left, SQLSelect query, boolean not) {
        throw SqlErrors.unsupported("IN (subquery)");
    }

    default Expression exists(SQLSelect query, boolean not) {
        throw SqlErrors.unsupported("EXISTS (subquery)");
    }
}
