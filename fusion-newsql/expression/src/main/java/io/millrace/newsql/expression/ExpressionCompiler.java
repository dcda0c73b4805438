package io.millrace.newsql.expression;

import com.alibaba.druid.sql.ast.SQLExpr;
import com.alibaba.druid.sql.ast.SQLObject;
import com.alibaba.druid.sql.ast.expr.*;
import com.alibaba.druid.sql.ast.statement.SQLSelectOrderByItem;
import com.alibaba.druid.sql.dialect.mysql.ast.expr.MySqlCharExpr;
import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Compiles the parser's expressions. One for each plan; one thread. */
public final class ExpressionCompiler {

    /** Deeper than people write, and shallower than a worker's stack. */
    private static final int DEPTH_MAX = 1500;

    private final Scope scope;
    private final List<Literal> parameters;
    private final SessionScope session;
    private final QueryParts parts;
    private final List<AggregateCall> aggregates = new ArrayList<>();
    private final List<String> aggregateTexts = new ArrayList<>();
    private int aggregateBase = -1;
    private boolean inAggregate;
    private boolean dependsOnSession;
    private String clause = "field list";
    private int depth;

    /**
     * @param parameters whose types the plan is made for
     * @param session whose variables' types are taken; a plan that {@link #dependsOnSession} is for one execution
     */
    public ExpressionCompiler(Scope scope, List<Literal> parameters, SessionScope session, QueryParts parts) {
        this.scope = scope;
        this.parameters = parameters;
        this.session = session;
        this.parts = parts;
    }

    /** Aggregates are allowed from now on; their results lie in the slots from this one on. */
    public ExpressionCompiler withAggregates(int firstSlot) {
        aggregateBase = firstSlot;
        return this;
    }

    public List<AggregateCall> aggregates() {
        return aggregates;
    }

    public boolean dependsOnSession() {
        return dependsOnSession;
    }

    /** @param where what an error calls the place: {@code field list}, {@code where clause} … */
    public Expression compile(SQLExpr expr, String where) {
        clause = where;
        return compile(expr);
    }

    private Expression compile(SQLExpr expr) {
        if (++depth > DEPTH_MAX) {
            throw SqlErrors.of(
                    1436,
                    "HY000",
                    "Expression too deep: more than " + DEPTH_MAX + " operators in each other; write it flatter");
        }
        try {
            Expression constant = constant(expr);
            return constant != null ? constant : operation(expr);
        } finally {
            depth--;
        }
    }

    // ---- values ----

    private @Nullable Expression constant(SQLExpr expr) {
        if (expr instanceof SQLVariantRefExpr variable) {
            return variable(variable);
        }
        Literal literal = literal(expr);
        return literal == null ? null : Expression.constant(literal.type(), literal.value());
    }

    /** The value that an expression is; null if it has to be computed. */
    public static @Nullable Literal literal(SQLExpr expr) {
        if (expr instanceof SQLNullExpr) {
            return Literal.NULL;
        }
        if (expr instanceof MySqlCharExpr text) {
            boolean binary = "_binary".equalsIgnoreCase(text.getCharset());
            return binary ? Literal.of(ClientText.encode(text.getText())) : Literal.of(text.getText());
        }
        if (expr instanceof SQLDateExpr
                || expr instanceof SQLTimestampExpr
                || expr instanceof SQLTimeExpr
                || expr instanceof SQLDateTimeExpr) {
            return null;
        }
        if (expr instanceof SQLTextLiteralExpr text) {
            return Literal.of(text.getText());
        }
        if (expr instanceof SQLBooleanExpr bool) {
            return new Literal(SqlType.INT, bool.getBooleanValue() ? 1L : 0L);
        }
        if (expr instanceof SQLHexExpr hex) {
            return Literal.of(hex.toBytes());
        }
        if (expr instanceof SQLBinaryExpr bits) {
            return Literal.of(bits(bits.getText()));
        }
        if (expr instanceof SQLNumericLiteralExpr number) {
            return number(number);
        }
        return null;
    }

    private static byte[] bits(String digits) {
        byte[] bytes = new byte[(digits.length() + 7) / 8];
        for (int i = 0; i < digits.length(); i++) {
            int place = i + bytes.length * 8 - digits.length();
            bytes[place / 8] |= (byte) ((digits.charAt(i) - '0') << (7 - place % 8));
        }
        return bytes;
    }

    private static Literal number(SQLNumericLiteralExpr expr) {
        Number number = expr.getNumber();
        if (number instanceof BigInteger big) {
            return Literal.of(big);
        }
        if (number instanceof BigDecimal decimal) {
            String written = expr.toString();
            return written.indexOf('e') >= 0 || written.indexOf('E') >= 0
                    ? Literal.of(Double.parseDouble(written))
                    : Literal.of(decimal);
        }
        return number instanceof Double || number instanceof Float
                ? Literal.of(number.doubleValue())
                : Literal.of(number.longValue());
    }

    private Expression variable(SQLVariantRefExpr variable) {
        String name = variable.getName();
        if (name.equals("?")) {
            int index = variable.getIndex();
            Literal parameter = parameters.get(index);
            return new Expression(parameter.type(), true, true, frame -> frame.parameter(index)
                    .value());
        }
        dependsOnSession = true;
        if (name.startsWith("@@")) {
            String plain = name.substring(2).toLowerCase(Locale.ROOT);
            boolean global = variable.isGlobal() || plain.startsWith("global.");
            String key = plain.replaceFirst("^(global|session|local)\\.", "");
            Literal value = session.systemVariable(key, global);
            return Expression.constant(value.type(), value.value());
        }
        String user = name.substring(1).replace("`", "");
        Literal value = session.userVariable(user);
        return new Expression(value.type(), true, true, frame -> frame.session()
                .userVariable(user)
                .value());
    }

    // ---- operations ----

    private Expression operation(SQLExpr expr) {
        if (expr instanceof SQLIdentifierExpr name) {
            return identifier(name);
        }
        if (expr instanceof SQLPropertyExpr name) {
            return property(name);
        }
        if (expr instanceof SQLBinaryOpExpr binary) {
            return binary(binary);
        }
        if (expr instanceof SQLBinaryOpExprGroup group) {
            List<Expression> items = compileAll(group.getItems());
            return group.getOperator() == SQLBinaryOperator.BooleanAnd ? Logic.and(items) : Logic.or(items);
        }
        if (expr instanceof SQLAggregateExpr aggregate && AggregateCall.isAggregate(aggregate.getMethodName())) {
            return aggregate(aggregate);
        }
        if (expr instanceof SQLMethodInvokeExpr method) {
            return new CallCompiler(this, parts).call(method);
        }
        return choice(expr);
    }

    private Expression choice(SQLExpr expr) {
        if (expr instanceof SQLInListExpr in) {
            return inList(in);
        }
        if (expr instanceof SQLBetweenExpr between) {
            return between(between);
        }
        if (expr instanceof SQLCaseExpr chosen) {
            return caseOf(chosen);
        }
        if (expr instanceof SQLCastExpr cast) {
            return CastExpressions.cast(compile(cast.getExpr()), TypeNames.ofCast(cast.getDataType()));
        }
        if (expr instanceof SQLNotExpr not) {
            return Logic.not(compile(not.getExpr()));
        }
        if (expr instanceof SQLUnaryExpr unary) {
            return unary(unary);
        }
        if (expr instanceof SQLExtractExpr extract) {
            return DateFunctions.extract(
                    compile(extract.getValue()), extract.getUnit().name().toUpperCase(Locale.ROOT));
        }
        return rest(expr);
    }

    private Expression rest(SQLExpr expr) {
        if (expr instanceof SQLDateExpr date) {
            return temporal(date.getValue() == null ? "" : date.getValue().toString(), SqlType.DATE);
        }
        if (expr instanceof SQLTimestampExpr || expr instanceof SQLDateTimeExpr) {
            String text = ((SQLValuableExpr) expr).getValue().toString();
            return temporal(text, SqlType.dateTime(fraction(text)));
        }
        if (expr instanceof SQLTimeExpr time) {
            String text = time.getValue().toString();
            return temporal(text, SqlType.time(fraction(text)));
        }
        if (expr instanceof SQLInSubQueryExpr in) {
            return parts.in(List.of(compile(in.getExpr())), in.getSubQuery(), in.isNot());
        }
        if (expr instanceof SQLExistsExpr exists) {
            return parts.exists(exists.getSubQuery(), exists.isNot());
        }
        if (expr instanceof SQLQueryExpr query) {
            return parts.scalar(query.getSubQuery());
        }
        if (expr instanceof SQLListExpr list && list.getItems().size() == 1) {
            return compile(list.getItems().get(0));
        }
        if (expr instanceof com.alibaba.druid.sql.ast.SQLCurrentTimeExpr now) {
            return Functions.call(now.getType().name().toLowerCase(Locale.ROOT), List.of());
        }
        if (expr instanceof SQLDefaultExpr) {
            throw SqlErrors.unsupported("DEFAULT in an expression");
        }
        throw SqlErrors.unsupported(expr.toString());
    }

    private static Expression temporal(String text, SqlType type) {
        Expression value = CastExpressions.cast(Expression.constant(SqlType.text(text.length()), text), type);
        Object constant = value.eval(new Frame(SessionScopes.NONE, List.of(), 0));
        if (constant == null) {
            throw SqlErrors.of(1525, "HY000", "Incorrect " + type.id().name() + " value: '" + text + "'");
        }
        return Expression.constant(type, constant);
    }

    private static int fraction(String text) {
        int point = text.lastIndexOf('.');
        return point < 0 ? 0 : Math.min(SqlType.FRACTION_DIGITS_MAX, text.length() - point - 1);
    }

    private Expression identifier(SQLIdentifierExpr name) {
        String plain = unquote(name.getName());
        if (name.getName().equals(plain)) {
            switch (plain.toUpperCase(Locale.ROOT)) {
                case "CURRENT_TIMESTAMP",
                        "CURRENT_DATE",
                        "CURRENT_TIME",
                        "LOCALTIME",
                        "LOCALTIMESTAMP",
                        "CURRENT_USER",
                        "UTC_TIMESTAMP":
                    return Functions.call(plain, List.of());
                default:
            }
        }
        return scope.resolve(null, null, plain, clause);
    }

    private Expression property(SQLPropertyExpr name) {
        SQLExpr owner = name.getOwner();
        if (owner instanceof SQLVariantRefExpr variable) {
            SQLVariantRefExpr whole = new SQLVariantRefExpr(variable.getName() + "." + name.getName());
            return variable(whole);
        }
        if (owner instanceof SQLPropertyExpr table) {
            return scope.resolve(
                    unquote(((SQLIdentifierExpr) table.getOwner()).getName()),
                    unquote(table.getName()),
                    unquote(name.getName()),
                    clause);
        }
        return scope.resolve(null, unquote(((SQLIdentifierExpr) owner).getName()), unquote(name.getName()), clause);
    }

    /** A name without its backticks. */
    public static String unquote(String name) {
        return name.length() > 1 && name.charAt(0) == '`' && name.endsWith("`")
                ? name.substring(1, name.length() - 1).replace("``", "`")
                : name;
    }

    private Expression binary(SQLBinaryOpExpr expr) {
        SQLExpr first = expr.getLeft();
        SQLExpr second = expr.getRight();
        if (first instanceof SQLListExpr left && second instanceof SQLListExpr right) {
            return rows(left.getItems(), right.getItems(), expr.getOperator());
        }
        SQLBinaryOperator operator = expr.getOperator();
        switch (operator) {
            case Is, IsNot:
                return is(expr, operator == SQLBinaryOperator.IsNot);
            case COLLATE:
                Expression text = compile(first);
                return text.withType(text.type()
                        .withCollation(unquote(second.toString())
                                .toLowerCase(Locale.ROOT)
                                .replace("'", "")));
            case Assignment:
                dependsOnSession = true;
                return assignment(first, compile(second));
            case Add, Subtract:
                if (second instanceof SQLIntervalExpr interval) {
                    return interval(compile(first), interval, operator == SQLBinaryOperator.Add ? 1 : -1);
                }
                if (first instanceof SQLIntervalExpr interval) {
                    return interval(compile(second), interval, 1);
                }
                break;
            case Escape:
                if (first instanceof SQLBinaryOpExpr like) {
                    return Patterns.like(
                            compile(like.getLeft()),
                            compile(like.getRight()),
                            compile(second),
                            like.getOperator() == SQLBinaryOperator.NotLike);
                }
                break;
            case Like, NotLike:
                boolean not = operator == SQLBinaryOperator.NotLike;
                if (second instanceof SQLBinaryOpExpr escape && escape.getOperator() == SQLBinaryOperator.Escape) {
                    return Patterns.like(compile(first), compile(escape.getLeft()), compile(escape.getRight()), not);
                }
                return Patterns.like(compile(first), compile(second), Expression.constant(SqlType.text(1), "\\"), not);
            default:
        }
        return operator(operator, compile(first), compile(second), expr);
    }

    private static Expression assignment(SQLExpr target, Expression value) {
        String name = ((SQLVariantRefExpr) target).getName().substring(1);
        return new Expression(value.type(), true, false, frame -> {
            Object result = value.eval(frame);
            frame.session().setUserVariable(name, new Literal(value.type(), result));
            return result;
        });
    }

    private Expression rows(List<SQLExpr> left, List<SQLExpr> right, SQLBinaryOperator operator) {
        boolean equal = operator == SQLBinaryOperator.Equality;
        if (left.size() != right.size()) {
            throw SqlErrors.of(1241, "21000", "Operand should contain " + left.size() + " column(s)");
        }
        if (!equal && operator != SQLBinaryOperator.NotEqual && operator != SQLBinaryOperator.LessThanOrGreater) {
            throw SqlErrors.unsupported("row comparison with " + operator.getName());
        }
        List<Expression> parts = new ArrayList<>();
        for (int i = 0; i < left.size(); i++) {
            parts.add(Comparison.compare(compile(left.get(i)), compile(right.get(i)), order -> order == 0));
        }
        return equal ? Logic.and(parts) : Logic.not(Logic.and(parts));
    }

    private Expression operator(SQLBinaryOperator operator, Expression left, Expression right, SQLBinaryOpExpr expr) {
        return switch (operator) {
            case Add -> Arithmetic.add(left, right, source(expr));
            case Subtract -> Arithmetic.subtract(left, right, source(expr));
            case Multiply -> Arithmetic.multiply(left, right, source(expr));
            case Divide -> Arithmetic.divide(left, right, source(expr));
            case DIV -> Arithmetic.integerDivide(left, right, source(expr));
            case Modulus, Mod -> Arithmetic.modulo(left, right);
            case BitwiseAnd -> Arithmetic.bits(left, right, (a, b) -> a & b);
            case BitwiseOr -> Arithmetic.bits(left, right, (a, b) -> a | b);
            case BitwiseXor -> Arithmetic.bits(left, right, (a, b) -> a ^ b);
            case LeftShift -> Arithmetic.bits(left, right, (a, b) -> b < 0 || b >= Long.SIZE ? 0 : a << b);
            case RightShift -> Arithmetic.bits(left, right, (a, b) -> b < 0 || b >= Long.SIZE ? 0 : a >>> b);
            case Equality -> Comparison.compare(left, right, order -> order == 0);
            case NotEqual, LessThanOrGreater -> Comparison.compare(left, right, order -> order != 0);
            case LessThan, NotGreaterThan -> Comparison.compare(left, right, order -> order < 0);
            case LessThanOrEqual -> Comparison.compare(left, right, order -> order <= 0);
            case GreaterThan -> Comparison.compare(left, right, order -> order > 0);
            case GreaterThanOrEqual, NotLessThan -> Comparison.compare(left, right, order -> order >= 0);
            case LessThanOrEqualOrGreaterThan -> Comparison.nullSafeEqual(left, right);
            case BooleanAnd -> Logic.and(List.of(left, right));
            case BooleanOr -> Logic.or(List.of(left, right));
            case BooleanXor -> Logic.xor(left, right);
            case RegExp, RLike -> Patterns.regexp(left, right, false);
            case NotRegExp, NotRLike -> Patterns.regexp(left, right, true);
            case Concat -> Logic.or(List.of(left, right));
            default -> throw SqlErrors.unsupported("operator " + operator.getName());
        };
    }

    /** As error 1690 prints it. */
    private static String source(SQLBinaryOpExpr expr) {
        return "(" + expr.getLeft() + " " + expr.getOperator().getName() + " " + expr.getRight() + ")";
    }

    private Expression is(SQLBinaryOpExpr expr, boolean not) {
        Expression operand = compile(expr.getLeft());
        SQLExpr right = expr.getRight();
        if (right instanceof SQLNullExpr) {
            return Logic.isNull(operand, not);
        }
        if (right instanceof SQLBooleanExpr bool) {
            return Logic.isTruth(operand, bool.getBooleanValue(), not);
        }
        if (right instanceof SQLNotExpr inner && inner.getExpr() instanceof SQLNullExpr) {
            return Logic.isNull(operand, !not);
        }
        if (right instanceof SQLIdentifierExpr name && name.getName().equalsIgnoreCase("UNKNOWN")) {
            return Logic.isNull(operand, not);
        }
        throw SqlErrors.unsupported("IS " + right);
    }

    private Expression unary(SQLUnaryExpr unary) {
        Expression operand = compile(unary.getExpr());
        return switch (unary.getOperator()) {
            case Negative -> Arithmetic.negate(operand, unary.getExpr().toString());
            case Plus -> operand;
            case Not, NOT -> Logic.not(operand);
            case Compl -> Arithmetic.invert(operand);
            case BINARY -> CastExpressions.cast(operand, SqlType.bytes(Logic.textLength(operand.type())));
            default -> throw SqlErrors.unsupported("operator " + unary.getOperator().name);
        };
    }

    private Expression inList(SQLInListExpr in) {
        if (in.getExpr() instanceof SQLListExpr row) {
            List<Expression> alternatives = new ArrayList<>();
            for (SQLExpr item : in.getTargetList()) {
                alternatives.add(rows(row.getItems(), ((SQLListExpr) item).getItems(), SQLBinaryOperator.Equality));
            }
            Expression any = Logic.or(alternatives);
            return in.isNot() ? Logic.not(any) : any;
        }
        return Comparison.in(compile(in.getExpr()), compileAll(in.getTargetList()), in.isNot());
    }

    private Expression between(SQLBetweenExpr between) {
        Expression value = compile(between.getTestExpr());
        Expression both = Logic.and(List.of(
                Comparison.compare(value, compile(between.getBeginExpr()), order -> order >= 0),
                Comparison.compare(value, compile(between.getEndExpr()), order -> order <= 0)));
        return between.isNot() ? Logic.not(both) : both;
    }

    private Expression caseOf(SQLCaseExpr chosen) {
        Expression value = chosen.getValueExpr() == null ? null : compile(chosen.getValueExpr());
        List<Expression> conditions = new ArrayList<>();
        List<Expression> results = new ArrayList<>();
        for (SQLCaseExpr.Item item : chosen.getItems()) {
            Expression condition = compile(item.getConditionExpr());
            conditions.add(value == null ? condition : Comparison.compare(value, condition, order -> order == 0));
            results.add(compile(item.getValueExpr()));
        }
        Expression otherwise =
                chosen.getElseExpr() == null ? Expression.constant(SqlType.NULL, null) : compile(chosen.getElseExpr());
        return Logic.caseWhen(conditions, results, otherwise);
    }

    Expression interval(Expression date, SQLIntervalExpr interval, int sign) {
        return DateFunctions.addInterval(
                date, compile(interval.getValue()), interval.getUnit().name().toUpperCase(Locale.ROOT), sign);
    }

    // ---- aggregates ----

    private Expression aggregate(SQLAggregateExpr call) {
        if (call.getOver() != null) {
            return parts.window(call);
        }
        if (aggregateBase < 0 || inAggregate) {
            throw SqlErrors.of(1111, "HY000", "Invalid use of group function");
        }
        String text = call.toString();
        int known = aggregateTexts.indexOf(text);
        if (known >= 0) {
            return slot(aggregates.get(known));
        }
        inAggregate = true;
        try {
            AggregateCall compiled = aggregateCall(call, aggregateBase + aggregates.size());
            aggregates.add(compiled);
            aggregateTexts.add(text);
            return slot(compiled);
        } finally {
            inAggregate = false;
        }
    }

    private static Expression slot(AggregateCall call) {
        return Expression.slot(call.type(), call.kind() != AggregateCall.Kind.COUNT, call.slot());
    }

    private AggregateCall aggregateCall(SQLAggregateExpr call, int slot) {
        AggregateCall.Kind kind = AggregateCall.kind(call.getMethodName());
        boolean all = call.getArguments().size() == 1 && call.getArguments().get(0) instanceof SQLAllColumnExpr;
        List<Expression> arguments = all ? List.of() : compileAll(call.getArguments());
        if (arguments.isEmpty() && !all
                || arguments.size() > 1 && kind != AggregateCall.Kind.GROUP_CONCAT && !call.isDistinct()) {
            throw SqlErrors.syntax(call.toString(), 1);
        }
        List<Expression> order = new ArrayList<>();
        List<Boolean> descending = new ArrayList<>();
        if (call.getOrderBy() != null) {
            for (SQLSelectOrderByItem item : call.getOrderBy().getItems()) {
                order.add(compile(item.getExpr()));
                descending.add(item.getType() == com.alibaba.druid.sql.ast.SQLOrderingSpecification.DESC);
            }
        }
        Object separator = call.getAttribute("SEPARATOR");
        String joint = separator instanceof SQLCharExpr text ? text.getText() : ",";
        return new AggregateCall(
                kind,
                arguments,
                call.isDistinct(),
                AggregateCall.type(kind, arguments),
                slot,
                joint,
                order,
                descending);
    }

    List<Expression> compileAll(List<? extends SQLObject> exprs) {
        List<Expression> compiled = new ArrayList<>(exprs.size());
        for (SQLObject expr : exprs) {
            compiled.add(compile((SQLExpr) expr));
        }
        return compiled;
    }

    Expression compileOne(SQLExpr expr) {
        return compile(expr);
    }

    Expression valuesOf(SQLExpr column) {
        return scope.resolve(null, Scope.VALUES, unquote(column.toString()), clause);
    }
}
