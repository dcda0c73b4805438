package io.millrace.newsql.variable;

import io.millrace.newsql.sql.Literal;
import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.WarningSink;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Which values a system variable takes. */
public sealed interface VariableType {

    /**
     * The value as the variable keeps it.
     *
     * @throws io.millrace.newsql.mysql.SqlException 1231 for a value that it does not take, 1232 for one of a wrong type
     */
    Literal check(String name, Literal given, WarningSink warnings);

    /** As SHOW VARIABLES prints it. */
    default String shown(Literal value) {
        return value.value() == null ? "" : Casts.toText(value.value(), value.type());
    }

    /** ON or OFF, which a query reads as 1 or 0. */
    record Switch() implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            Object value = given.value();
            if (value instanceof Long number && (number == 0 || number == 1)) {
                return Literal.of(number);
            }
            if (value instanceof Double || value instanceof BigDecimal) {
                throw wrongType(name);
            }
            return switch (String.valueOf(value).toUpperCase(Locale.ROOT)) {
                case "ON", "TRUE" -> Literal.of(1);
                case "OFF", "FALSE" -> Literal.of(0);
                default -> throw wrongValue(name, value);
            };
        }

        @Override
        public String shown(Literal value) {
            return Long.valueOf(0).equals(value.value()) ? "OFF" : "ON";
        }
    }

    /** A whole number; one out of its range becomes the nearest in it, with warning 1292. @param unsigned whether all 64 bits count */
    record Whole(long min, long max, boolean unsigned) implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            if (!(given.value() instanceof Long value)) {
                throw wrongType(name);
            }
            boolean negative = value < 0 && !given.type().unsigned();
            boolean huge = value < 0 && given.type().unsigned();
            long kept = huge ? max : unsigned && max < 0 && !negative ? Math.max(value, min) : clamp(value);
            if (kept != value || huge && max >= 0) {
                warnings.warn(
                        SqlErrors.WRONG_VALUE,
                        "Truncated incorrect " + name + " value: '"
                                + (huge ? Long.toUnsignedString(value) : Long.toString(value)) + "'");
            }
            return new Literal(unsigned ? SqlType.UNSIGNED : SqlType.BIGINT, huge && max < 0 ? value : kept);
        }

        /** An unsigned maximum of 64 bits is below zero. */
        private long clamp(long value) {
            return Math.max(min, max < 0 ? value : Math.min(max, value));
        }
    }

    /** A number with a fraction. */
    record Fraction(double min, double max) implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            if (!(given.value() instanceof Number number)) {
                throw wrongType(name);
            }
            double kept = Math.min(max, Math.max(min, number.doubleValue()));
            if (kept != number.doubleValue()) {
                warnings.warn(SqlErrors.WRONG_VALUE, "Truncated incorrect " + name + " value: '" + number + "'");
            }
            return Literal.of(kept);
        }

        @Override
        public String shown(Literal value) {
            return value.value() instanceof Double number ? String.format(Locale.ROOT, "%.6f", number) : "";
        }
    }

    /** One of some names, or its number from 0. */
    record Choice(List<String> names) implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            Object value = given.value();
            if (value instanceof Double || value instanceof BigDecimal) {
                throw wrongType(name);
            }
            if (value instanceof Long number) {
                if (number < 0 || number >= names.size()) {
                    throw wrongValue(name, value);
                }
                return Literal.of(names.get(number.intValue()));
            }
            for (String each : names) {
                if (each.equalsIgnoreCase(String.valueOf(value))) {
                    return Literal.of(each);
                }
            }
            throw wrongValue(name, value);
        }
    }

    /** Some of some names, with commas between, or their bits. @param groups names that stand for several: {@code NAME=A+B} */
    record Choices(List<String> names, List<String> groups) implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            Object value = given.value();
            if (value instanceof Double || value instanceof BigDecimal) {
                throw wrongType(name);
            }
            long bits = value instanceof Long number ? number : bits(name, value);
            if (bits < 0 || bits >= 1L << names.size()) {
                throw wrongValue(name, value);
            }
            StringJoiner shown = new StringJoiner(",");
            for (int i = 0; i < names.size(); i++) {
                if ((bits >> i & 1) != 0) {
                    shown.add(names.get(i));
                }
            }
            return Literal.of(shown.toString());
        }

        private long bits(String name, @Nullable Object value) {
            if (value == null) {
                throw wrongValue(name, null);
            }
            long bits = 0;
            for (String each : value.toString().split(",", -1)) {
                String word = each.strip().toUpperCase(Locale.ROOT);
                if (!word.isEmpty()) {
                    bits |= bitsOf(name, word);
                }
            }
            return bits;
        }

        private long bitsOf(String name, String word) {
            for (String group : groups) {
                if (group.startsWith(word + "=")) {
                    long bits = names.contains(word) ? 1L << names.indexOf(word) : 0;
                    for (String member : group.substring(word.length() + 1).split("\\+")) {
                        bits |= 1L << names.indexOf(member);
                    }
                    return bits;
                }
            }
            if (names.contains(word)) {
                return 1L << names.indexOf(word);
            }
            throw wrongValue(name, word);
        }
    }

    /** Any text. @param nullable whether NULL is kept */
    record Text(boolean nullable) implements VariableType {
        @Override
        public Literal check(String name, Literal given, WarningSink warnings) {
            Object value = given.value();
            if (value == null) {
                if (nullable) {
                    return Literal.NULL;
                }
                throw wrongValue(name, null);
            }
            if (value instanceof Number) {
                throw wrongType(name);
            }
            return Literal.of(Casts.toText(value, given.type()));
        }
    }

    private static io.millrace.newsql.mysql.SqlException wrongType(String name) {
        return SqlErrors.of(1232, "42000", "Incorrect argument type to variable '" + name + "'");
    }

    /** The error of a value that the variable does not take. */
    static io.millrace.newsql.mysql.SqlException wrongValue(String name, @Nullable Object value) {
        return SqlErrors.of(
                1231,
                "42000",
                "Variable '" + name + "' can't be set to the value of '" + (value == null ? "NULL" : value) + "'");
    }
}
