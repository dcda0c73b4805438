package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import java.util.Locale;

/**
 * One aggregate of a plan.
 *
 * @param slot of the grouped row in which its result lies
 * @param separator of GROUP_CONCAT
 * @param order of GROUP_CONCAT's items, beside it whether each descends
 */
public record AggregateCall(
        Kind kind,
        List<Expression> arguments,
        boolean distinct,
        SqlType type,
        int slot,
        String separator,
        List<Expression> order,
        List<Boolean> descending) {

    /** Which function. */
    public enum Kind {
        COUNT,
        SUM,
        AVG,
        MIN,
        MAX,
        GROUP_CONCAT,
        BIT_AND,
        BIT_OR,
        BIT_XOR,
        STD,
        STD_SAMPLE,
        VARIANCE,
        VARIANCE_SAMPLE,
        ANY_VALUE,
        JSON_ARRAYAGG,
        JSON_OBJECTAGG
    }

    private static final int SUM_DIGITS = 22;
    private static final int CONCAT_LENGTH = 1024;

    /** Whether a name is an aggregate's. */
    static boolean isAggregate(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "COUNT",
                    "SUM",
                    "AVG",
                    "MIN",
                    "MAX",
                    "GROUP_CONCAT",
                    "BIT_AND",
                    "BIT_OR",
                    "BIT_XOR",
                    "STD",
                    "STDDEV",
                    "STDDEV_POP",
                    "STDDEV_SAMP",
                    "VARIANCE",
                    "VAR_POP",
                    "VAR_SAMP",
                    "ANY_VALUE",
                    "JSON_ARRAYAGG",
                    "JSON_OBJECTAGG" -> true;
            default -> false;
        };
    }

    static Kind kind(String name) {
        return switch (name.toUpperCase(Locale.ROOT)) {
            case "STD", "STDDEV", "STDDEV_POP" -> Kind.STD;
            case "STDDEV_SAMP" -> Kind.STD_SAMPLE;
            case "VARIANCE", "VAR_POP" -> Kind.VARIANCE;
            case "VAR_SAMP" -> Kind.VARIANCE_SAMPLE;
            default -> {
                if (!isAggregate(name)) {
                    throw SqlErrors.unknownFunction(name);
                }
                yield Kind.valueOf(name.toUpperCase(Locale.ROOT));
            }
        };
    }

    /** @param more digits that an average has behind the point beside those of its argument */
    static SqlType type(Kind kind, List<Expression> arguments, int more) {
        SqlType first = arguments.isEmpty() ? SqlType.NULL : arguments.get(0).type();
        return switch (kind) {
            case COUNT -> SqlType.BIGINT;
            case SUM -> isExact(first)
                    ? SqlType.decimal(first.digits() + SUM_DIGITS, Arithmetic.scale(first))
                    : SqlType.real(Arithmetic.realDecimals(first));
            case AVG -> isExact(first)
                    ? SqlType.decimal(first.digits() + more, Arithmetic.scale(first) + more)
                    : SqlType.real(Arithmetic.realDecimals(first) + more);
            case MIN, MAX, ANY_VALUE -> first.family() == Family.NULL ? SqlType.bytes(0) : first;
            case GROUP_CONCAT -> Strings.areBytes(arguments)
                    ? SqlType.bytes(CONCAT_LENGTH)
                    : SqlType.text(CONCAT_LENGTH, concatCollation(arguments));
            case BIT_AND, BIT_OR, BIT_XOR -> SqlType.UNSIGNED;
            case JSON_ARRAYAGG, JSON_OBJECTAGG -> SqlType.JSON;
            default -> SqlType.DOUBLE;
        };
    }

    private static String concatCollation(List<Expression> arguments) {
        String collation = Collations.joined(arguments, "group_concat");
        return collation.equals(SqlType.BINARY_COLLATION) ? SqlType.DEFAULT_COLLATION : collation;
    }

    private static boolean isExact(SqlType type) {
        return type.family() == Family.INTEGER || type.family() == Family.DECIMAL || type.isTemporal();
    }

    /** The same of other arguments, which have the types of its own. */
    public AggregateCall withArguments(List<Expression> others) {
        return new AggregateCall(kind, others, distinct, type, slot, separator, order, descending);
    }

    public Accumulator newAccumulator() {
        return new Accumulator(this);
    }
}
