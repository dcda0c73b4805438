package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId;
import io.millrace.newsql.type.TypeId.Family;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The native functions, by name. */
final class Functions {

    /** Makes the expression of a call. */
    interface Builder {
        Expression build(List<Expression> arguments);
    }

    private record Entry(int least, int most, Builder builder) {}

    /** Functions that are another value for each row, or do something each time. */
    private static final Set<String> CHANGING = Set.of(
            "rand",
            "uuid",
            "uuid_short",
            "sysdate",
            "sleep",
            "random_bytes",
            "last_insert_id",
            "get_lock",
            "release_lock",
            "release_all_locks",
            "is_free_lock",
            "is_used_lock",
            "benchmark");

    /** Functions that are NULL of a NULL alone. */
    private static final Set<String> TOTAL =
            Set.of("abs", "sign", "floor", "ceil", "ceiling", "round", "truncate", "length", "char_length", "ascii");

    /** Functions whose text is the system's. */
    private static final Set<String> SYSTEM = Set.of(
            "database", "schema", "user", "session_user", "system_user", "current_user", "current_role", "version");

    /** Functions that are none without OVER. */
    private static final Set<String> WINDOW = Set.of(
            "row_number",
            "rank",
            "dense_rank",
            "percent_rank",
            "cume_dist",
            "ntile",
            "lead",
            "lag",
            "first_value",
            "last_value",
            "nth_value");

    private static final Functions ALL = new Functions();

    private final Map<String, Entry> entries = new HashMap<>();

    private Functions() {
        StringFunctions.register(this);
        SearchFunctions.register(this);
        CodeFunctions.register(this);
        RegularFunctions.register(this);
        NumberFunctions.register(this);
        DateFunctions.register(this);
        TimeFunctions.register(this);
        ZoneFunctions.register(this);
        JsonFunctions.register(this);
        JsonChanges.register(this);
        SessionFunctions.register(this);
        LockFunctions.register(this);
        AddressFunctions.register(this);
    }

    /**
     * @param collation of the connection
     * @throws io.millrace.newsql.mysql.SqlException 1305 for an unknown name, 1582 for a wrong count of arguments
     */
    static Expression call(String name, List<Expression> arguments, String collation) {
        String plain = name.toLowerCase(Locale.ROOT);
        Entry entry = ALL.entries.get(plain);
        if (entry == null) {
            throw WINDOW.contains(plain) ? SqlErrors.syntax("", 1) : SqlErrors.unknownFunction(name);
        }
        if (arguments.size() < entry.least() || arguments.size() > entry.most()) {
            throw SqlErrors.wrongArguments(name.toUpperCase(Locale.ROOT));
        }
        Expression built = entry.builder().build(arguments);
        boolean constant = built.isConstant()
                || !CHANGING.contains(plain) && arguments.stream().allMatch(Expression::isConstant);
        Expression call = withCollation(built, plain, arguments, collation).constantIf(constant);
        return TOTAL.contains(plain) ? call.nullableAs(arguments) : call;
    }

    /** A text has the collation of the texts that it is made of, or the connection's. */
    private static Expression withCollation(
            Expression built, String name, List<Expression> arguments, String collation) {
        SqlType type = built.type();
        if (type.family() == Family.BYTES
                && !arguments.isEmpty()
                && (arguments.get(0).type().family() == Family.NULL || Logic.isOfNull(arguments.get(0)))
                && arguments.stream().noneMatch(argument -> argument.type().isString() && !Logic.isOfNull(argument))) {
            return built.withCoercibility(Collations.IGNORABLE);
        }
        if (type.family() != Family.TEXT || type.id() == TypeId.JSON || type.isEnumerated()) {
            return built;
        }
        if (SYSTEM.contains(name)) {
            return built.withType(type.withCollation("utf8mb4_general_ci")).withCoercibility(Collations.SYSTEM);
        }
        List<Expression> texts = arguments.stream()
                .filter(argument -> argument.type().family() == Family.TEXT)
                .toList();
        if (texts.isEmpty()) {
            return built.withType(type.withCollation(collation)).withCoercibility(Collations.COERCIBLE);
        }
        return built.withType(type.withCollation(Collations.joined(texts, name)))
                .withCoercibility(Collations.coercibility(texts));
    }

    void add(int least, int most, Builder builder, String... names) {
        for (String name : names) {
            entries.put(name, new Entry(least, most, builder));
        }
    }

    // ---- functions of one double ----

    interface OfReal {
        double apply(double value);
    }

    /** NULL for what is not defined; error 1690 for what is too large. */
    void real(OfReal function, String name) {
        add(
                1,
                1,
                args -> Expression.of(SqlType.DOUBLE, frame -> {
                    Double value = args.get(0).real(frame);
                    if (value == null) {
                        return null;
                    }
                    double result = function.apply(value);
                    if (Double.isInfinite(result)) {
                        throw SqlErrors.outOfRange("DOUBLE", name + "(" + value + ")");
                    }
                    return Double.isNaN(result) ? null : (Object) result;
                }),
                name);
    }
}
