package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLCurrentTimeExpr;
import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.SQLAggregateExpr;
import com.alibaba.druid.sql.ast.expr.SQLBetweenExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExpr;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOpExprGroup;
import com.alibaba.druid.sql.ast.expr.SQLBinaryOperator;
import com.alibaba.druid.sql.ast.expr.SQLCaseExpr;
import com.alibaba.druid.sql.ast.expr.SQLCastExpr;
import com.alibaba.druid.sql.ast.expr.SQLDefaultExpr;
import com.alibaba.druid.sql.ast.expr.SQLExistsExpr;
import com.alibaba.druid.sql.ast.expr.SQLExtractExpr;
import com.alibaba.druid.sql.ast.expr.SQLIdentifierExpr;
import com.alibaba.druid.sql.ast.expr.SQLInListExpr;
import com.alibaba.druid.sql.ast.expr.SQLInSubQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLIntervalExpr;
import com.alibaba.druid.sql.ast.expr.SQLListExpr;
import com.alibaba.druid.sql.ast.expr.SQLMatchAgainstExpr;
import com.alibaba.druid.sql.ast.expr.SQLMethodInvokeExpr;
import com.alibaba.druid.sql.ast.expr.SQLNotExpr;
import com.alibaba.druid.sql.ast.expr.SQLPropertyExpr;
import com.alibaba.druid.sql.ast.expr.SQLQueryExpr;
import com.alibaba.druid.sql.ast.expr.SQLUnaryExpr;
import com.alibaba.druid.sql.ast.expr.SQLVariantRefExpr;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Compiles the parser's expressions. One for each plan; one thread. */
public final class ExpressionCompiler {

    /** Deeper than people write, and shallower than a worker's stack. */
    private static final int DEPTH_MAX = 1500;

    /** Functions that may be written without parentheses. */
    private static final Set<String> BARE_FUNCTIONS = Set.of(
            "CURRENT_TIMESTAMP",
            "CURRENT_DATE",
            "CURRENT_TIME",
            "LOCALTIME",
            "LOCALTIMESTAMP",
            "CURRENT_USER",
            "UTC_TIMESTAMP",
            "UTC_DATE",
            "UTC_TIME");

    private final Scope scope;
    private final List<Literal> parameters;
    private final SessionScope session;
    private final QueryParts parts;
    private final AggregateCompiler aggregates = new AggregateCompiler(this);
    private final RowCompiler rows;
    private final OperatorCompiler operators;
    private final String collation;
    private final int divisionDigits;
    private boolean dependsOnSession;
    private String clause = "field list";
    private int depth;

    /**
     * @param parameters whose types the plan is made for
     * @param session whose variables' types are taken; a plan that {@link #dependsOnSession} is for one execution, and every plan is for sessions of one collation
     */
    public ExpressionCompiler(Scope scope, List<Literal> parameters, SessionScope session, QueryParts parts) {
        this.scope = scope;
        this.parameters = parameters;
        this.session = session;
        this.parts = parts;
        this.collation = session.collation();
        this.divisionDigits = session.divisionDigits();
        this.rows = new RowCompiler(this, parts);
        this.operators = new OperatorCompiler(this, rows);
    }

    /** Aggregates are allowed from now on; their results lie in the slots from this one on. */
    public ExpressionCompiler withAggregates(int firstSlot) {
        aggregates.allow(firstSlot);
        return this;
    }

    public List<AggregateCall> aggregates() {
        return aggregates.calls();
    }

    /**
     * An aggregate over a window's frame rather than over a group: it is none of {@link #aggregates()}, and those of the group may be its arguments.
     *
     * @throws io.millrace.newsql.mysql.SqlException 1305 for what is no aggregate
     */
    public AggregateCall aggregateOver(SQLAggregateExpr call, int slot) {
        return aggregates.call(call, slot);
    }

    public boolean dependsOnSession() {
        return dependsOnSession;
    }

    /** @param where what an error calls the place: {@code field list}, {@code where clause} … */
    public Expression compile(SQLExpr expr, String where) {
        clause = where;
        return compileOne(expr);
    }

    Expression compileOne(SQLExpr expr) {
        if (++depth > DEPTH_MAX) {
            throw SqlErrors.of(
                    1436,
                    "HY000",
                    "Expression too deep: more than " + DEPTH_MAX + " operators in each other; write it flatter");
        }
        try {
            Expression value = value(expr);
            return value != null ? value : operation(expr);
        } finally {
            depth--;
        }
    }

    List<Expression> compileAll(List<? extends SQLObject> exprs) {
        List<Expression> compiled = new ArrayList<>(exprs.size());
        for (SQLObject expr : exprs) {
            compiled.add(compileOne((SQLExpr) expr));
        }
        return compiled;
    }

    String collation() {
        return collation;
    }

    int divisionDigits() {
        return divisionDigits;
    }

    /** A name without its backticks. */
    public static String unquote(String name) {
        return name.length() > 1 && name.charAt(0) == '`' && name.endsWith("`")
                ? name.substring(1, name.length() - 1).replace("``", "`")
                : name;
    }

    /** The value that an expression is; null if it has to be computed. */
    public static @Nullable Literal literal(SQLExpr expr) {
        return Literals.of(expr);
    }

    /** Whether a pattern is known to begin with what stands for others: no range of an index holds what is LIKE it. Plans are made for patterns that are alike in this. */
    public boolean isOpenPattern(SQLExpr pattern) {
        Literal known = pattern instanceof SQLVariantRefExpr variable
                        && variable.getName().equals("?")
                ? parameters.get(variable.getIndex())
                : Literals.of(pattern);
        return known != null && known.isOpenPattern();
    }

    // ---- values ----

    private @Nullable Expression value(SQLExpr expr) {
        if (expr instanceof SQLVariantRefExpr variable) {
            return variable(variable);
        }
        Literal literal = Literals.of(expr);
        return literal == null ? Literals.temporal(expr) : constant(literal);
    }

    Expression constant(Literal literal) {
        return Expression.constant(inConnection(literal.type()), literal.value());
    }

    private SqlType inConnection(SqlType type) {
        return type.family() == TypeId.Family.TEXT ? type.withCollation(collation) : type;
    }

    private Expression variable(SQLVariantRefExpr variable) {
        String name = variable.getName();
        if (name.equals("?")) {
            int index = variable.getIndex();
            SqlType type = inConnection(parameters.get(index).type());
            int coercibility = type.isString() ? Collations.COERCIBLE : Collations.coercibility(type);
            return new Expression(
                    type, true, true, frame -> frame.parameter(index).value(), coercibility);
        }
        dependsOnSession = true;
        // The parser gives @@global.x as a global variable that is named x.
        if (name.startsWith("@@") || variable.isGlobal()) {
            String plain = (name.startsWith("@@") ? name.substring(2) : name).toLowerCase(Locale.ROOT);
            boolean global = variable.isGlobal() || plain.startsWith("global.");
            String key = plain.replaceFirst("^(global|session|local)\\.", "").replace("`", "");
            Literal value = session.systemVariable(key, global);
            return Expression.constant(value.type(), value.value());
        }
        String user = userVariable(variable);
        SqlType type = ofVariable(session.userVariable(user).type());
        return new Expression(
                type,
                true,
                false,
                frame -> frame.session().userVariable(user).value(),
                type.isString() ? Collations.IMPLICIT : Collations.coercibility(type));
    }

    private static String userVariable(SQLVariantRefExpr variable) {
        return variable.getName().substring(1).replaceAll("[`'\"]", "");
    }

    /** What an item of a select list shows: a variable alone has the digits that it was assigned, whatever its type says. @param value that was made of it */
    public Expression shown(SQLExpr item, Expression value) {
        boolean isVariable = item instanceof SQLVariantRefExpr variable
                && variable.getName().startsWith("@")
                && !variable.getName().startsWith("@@");
        return isVariable && value.type().id() == TypeId.DECIMAL
                ? value.withType(session.userVariable(userVariable((SQLVariantRefExpr) item))
                        .type())
                : value;
    }

    /** The next value of a variable may be any of its kind. */
    private static SqlType ofVariable(SqlType type) {
        return switch (type.family()) {
            case NULL -> SqlType.bytes(0);
            case DECIMAL -> SqlType.decimal(SqlType.DECIMAL_DIGITS_MAX, SqlType.DECIMAL_SCALE_MAX);
            default -> type;
        };
    }

    // ---- operations ----

    private Expression operation(SQLExpr expr) {
        if (expr instanceof SQLIdentifierExpr name) {
            if (name.getCollate() != null) {
                // The parser hangs the collation of a column's name on the name itself.
                Expression plain = compileOne(new SQLIdentifierExpr(name.getName()));
                return Collations.explicit(
                        plain,
                        unquote(name.getCollate()).replaceAll("['\"]", "").toLowerCase(Locale.ROOT));
            }
            return identifier(name);
        }
        if (expr instanceof SQLPropertyExpr name) {
            return property(name);
        }
        if (expr instanceof SQLBinaryOpExpr binary) {
            return operators.binary(binary);
        }
        if (expr instanceof SQLBinaryOpExprGroup group) {
            List<Expression> items = compileAll(group.getItems());
            return group.getOperator() == SQLBinaryOperator.BooleanAnd ? Junction.and(items) : Junction.or(items);
        }
        if (expr instanceof SQLAggregateExpr aggregate
                && (aggregate.getOver() != null
                        || aggregate.getOverRef() != null
                        || AggregateCall.isAggregate(aggregate.getMethodName()))) {
            return aggregate(aggregate);
        }
        if (expr instanceof SQLMethodInvokeExpr method) {
            return new CallCompiler(this, parts).call(method);
        }
        return choice(expr);
    }

    private Expression aggregate(SQLAggregateExpr call) {
        return call.getOver() != null || call.getOverRef() != null ? parts.window(call) : aggregates.compile(call);
    }

    private Expression choice(SQLExpr expr) {
        if (expr instanceof SQLInListExpr in) {
            return rows.in(in);
        }
        if (expr instanceof SQLBetweenExpr between) {
            return operators.between(between);
        }
        if (expr instanceof SQLCaseExpr chosen) {
            return operators.caseOf(chosen);
        }
        if (expr instanceof SQLCastExpr cast) {
            return CastExpressions.cast(compileOne(cast.getExpr()), TypeNames.ofCast(cast.getDataType(), collation));
        }
        if (expr instanceof SQLNotExpr not) {
            return operators.not(not.getExpr());
        }
        if (expr instanceof SQLUnaryExpr unary) {
            return operators.unary(unary);
        }
        if (expr instanceof SQLExtractExpr extract) {
            return Extraction.extract(
                    compileOne(extract.getValue()), extract.getUnit().name().toUpperCase(Locale.ROOT));
        }
        return rest(expr);
    }

    private Expression rest(SQLExpr expr) {
        if (expr instanceof SQLInSubQueryExpr in) {
            return rows.in(in);
        }
        if (expr instanceof SQLExistsExpr exists) {
            return parts.exists(exists.getSubQuery(), exists.isNot());
        }
        if (expr instanceof SQLQueryExpr query) {
            return parts.scalar(query.getSubQuery());
        }
        if (expr instanceof SQLListExpr list) {
            if (list.getItems().size() != 1) {
                throw SqlErrors.operands(1);
            }
            return compileOne(list.getItems().get(0));
        }
        if (expr instanceof SQLCurrentTimeExpr now) {
            return call(now.getType().name().toLowerCase(Locale.ROOT), List.of());
        }
        if (expr instanceof SQLDefaultExpr) {
            throw SqlErrors.unsupported("DEFAULT in an expression");
        }
        if (expr instanceof SQLMatchAgainstExpr) {
            throw SqlErrors.unsupported("MATCH … AGAINST");
        }
        throw expr instanceof SQLIntervalExpr
                ? SqlErrors.syntax(expr.toString(), 1)
                : SqlErrors.unsupported(expr.toString());
    }

    Expression call(String name, List<Expression> arguments) {
        return Functions.call(name, arguments, collation);
    }

    private Expression identifier(SQLIdentifierExpr name) {
        String plain = unquote(name.getName());
        if (name.getName().equals(plain) && BARE_FUNCTIONS.contains(plain.toUpperCase(Locale.ROOT))) {
            return call(plain, List.of());
        }
        return scope.resolve(null, null, plain, clause);
    }

    private Expression property(SQLPropertyExpr name) {
        SQLExpr owner = name.getOwner();
        if (owner instanceof SQLVariantRefExpr variable) {
            return variable(new SQLVariantRefExpr(variable.getName() + "." + name.getName()));
        }
        if (owner instanceof SQLPropertyExpr table && table.getOwner() instanceof SQLIdentifierExpr schema) {
            return scope.resolve(unquote(schema.getName()), unquote(table.getName()), unquote(name.getName()), clause);
        }
        if (!(owner instanceof SQLIdentifierExpr table)) {
            throw SqlErrors.syntax(name.toString(), 1);
        }
        return scope.resolve(null, unquote(table.getName()), unquote(name.getName()), clause);
    }

    Expression valuesOf(SQLExpr column) {
        String name = column instanceof SQLPropertyExpr property ? property.getName() : column.toString();
        return scope.resolve(null, Scope.VALUES, unquote(name), clause);
    }

    /** {@code DEFAULT(column)}. */
    Expression defaultOf(SQLExpr column) {
        String name = column instanceof SQLPropertyExpr property ? property.getName() : column.toString();
        return scope.resolve(null, Scope.DEFAULTS, unquote(name), clause);
    }

    Expression interval(Expression date, SQLIntervalExpr interval, int sign) {
        if (interval.getUnit() == null) {
            throw SqlErrors.syntax(interval.toString(), 1);
        }
        return IntervalArithmetic.add(
                date, compileOne(interval.getValue()), interval.getUnit().name().toUpperCase(Locale.ROOT), sign);
    }

    Expression assignment(SQLExpr target, Expression value) {
        if (!(target instanceof SQLVariantRefExpr variable)
                || variable.getName().startsWith("@@")
                || !variable.getName().startsWith("@")) {
            throw SqlErrors.syntax(":= " + target, 1);
        }
        dependsOnSession = true;
        String name = variable.getName().substring(1).replaceAll("[`'\"]", "");
        return new Expression(value.type(), true, false, frame -> {
            Object result = value.eval(frame);
            frame.session().setUserVariable(name, new Literal(value.type(), result));
            return result;
        });
    }
}
