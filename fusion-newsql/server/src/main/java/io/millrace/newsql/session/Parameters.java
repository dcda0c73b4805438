package io.millrace.newsql.session;

import io.millrace.newsql.mysql.TemporalValue;
import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parameters as the wire gives them. */
final class Parameters {

    private Parameters() {}

    static List<Literal> literals(List<? extends @Nullable Object> values) {
        List<Literal> literals = new ArrayList<>(values.size());
        for (Object value : values) {
            literals.add(literal(value));
        }
        return literals;
    }

    static Literal literal(@Nullable Object value) {
        if (value == null) {
            return Literal.NULL;
        }
        if (value instanceof Number number) {
            return number(number);
        }
        if (value instanceof String text) {
            return Literal.of(text);
        }
        if (value instanceof byte[] bytes) {
            return Literal.of(bytes);
        }
        if (value instanceof TemporalValue.OfDate date) {
            return new Literal(SqlType.DATE, date.packed());
        }
        if (value instanceof TemporalValue.OfDateTime dateTime) {
            return new Literal(SqlType.dateTime(SqlType.FRACTION_DIGITS_MAX), dateTime.packed());
        }
        if (value instanceof TemporalValue.OfTime time) {
            return new Literal(SqlType.time(SqlType.FRACTION_DIGITS_MAX), time.packed());
        }
        throw SqlErrors.of(
                1210,
                "HY000",
                "Incorrect arguments to EXECUTE: " + value.getClass().getSimpleName());
    }

    private static Literal number(Number number) {
        if (number instanceof BigInteger big) {
            return Literal.of(big);
        }
        if (number instanceof BigDecimal decimal) {
            return Literal.of(decimal);
        }
        return number instanceof Double || number instanceof Float
                ? Literal.of(number.doubleValue())
                : Literal.of(number.longValue());
    }
}
