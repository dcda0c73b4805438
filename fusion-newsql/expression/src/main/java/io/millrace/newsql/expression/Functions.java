package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The native functions, by name. */
final class Functions {

    /** Makes the expression of a call. */
    interface Builder {
        Expression build(List<Expression> arguments);
    }

    private record Entry(int least, int most, Builder builder) {}

    private static final Functions ALL = new Functions();

    private final Map<String, Entry> entries = new HashMap<>();

    private Functions() {
        StringFunctions.register(this);
        NumberFunctions.register(this);
        DateFunctions.register(this);
        SessionFunctions.register(this);
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1305 for an unknown name, 1582 for a wrong count of arguments */
    static Expression call(String name, List<Expression> arguments) {
        Entry entry = ALL.entries.get(name.toLowerCase(Locale.ROOT));
        if (entry == null) {
            throw SqlErrors.unknownFunction(name);
        }
        if (arguments.size() < entry.least() || arguments.size() > entry.most()) {
            throw SqlErrors.wrongArguments(name.toUpperCase(Locale.ROOT));
        }
        return entry.builder().build(arguments);
    }

    void add(int least, int most, Builder builder, String... names) {
        for (String name : names) {
            entries.put(name, new Entry(least, most, builder));
        }
    }

    // ---- shapes of functions that are NULL when an argument is ----

    interface OfText {
        @Nullable
        Object apply(String text, Frame frame);
    }

    interface OfReal {
        double apply(double value);
    }

    void text(SqlTypes type, OfText function, String... names) {
        add(
                1,
                1,
                args -> Expression.of(type.of(args), frame -> {
                    String text = args.get(0).text(frame);
                    return text == null ? null : function.apply(text, frame);
                }),
                names);
    }

    void real(OfReal function, String... names) {
        add(
                1,
                1,
                args -> Expression.of(SqlType.DOUBLE, frame -> {
                    Double value = args.get(0).real(frame);
                    if (value == null) {
                        return null;
                    }
                    double result = function.apply(value);
                    return Double.isNaN(result) || Double.isInfinite(result) ? null : (Object) result;
                }),
                names);
    }

    /** The type of a result, from the arguments. */
    interface SqlTypes {
        SqlType of(List<Expression> arguments);
    }

    static SqlTypes always(SqlType type) {
        return arguments -> type;
    }

    /** Text of the first argument's collation, at most so many times as long. */
    static SqlTypes textLike(int times) {
        return arguments -> {
            SqlType first = arguments.get(0).type();
            return SqlType.text(
                    Logic.textLength(first) * times,
                    first.isString() && first.family() != io.millrace.newsql.type.TypeId.Family.BYTES
                            ? first.collation()
                            : SqlType.DEFAULT_COLLATION);
        };
    }
}
