package io.millrace.newsql.json;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

/** Prints documents: {@code {"a": 1, "b": [1, 2]}}. */
public final class JsonWriter {

    private static final int FIXED_DIGITS = 15;

    private final StringBuilder out = new StringBuilder();
    private final boolean pretty;

    private JsonWriter(boolean pretty) {
        this.pretty = pretty;
    }

    public static String write(Object value) {
        JsonWriter writer = new JsonWriter(false);
        writer.value(value, 0);
        return writer.out.toString();
    }

    /** On lines of their own, as JSON_PRETTY prints them. */
    public static String pretty(Object value) {
        JsonWriter writer = new JsonWriter(true);
        writer.value(value, 0);
        return writer.out.toString();
    }

    private void value(Object value, int depth) {
        if (value instanceof Map<?, ?> map) {
            object(map, depth);
        } else if (value instanceof List<?> list) {
            array(list, depth);
        } else if (value instanceof String text) {
            quote(text, out);
        } else if (value instanceof Double number) {
            out.append(number(number));
        } else if (value instanceof BigDecimal number) {
            out.append(number.toPlainString());
        } else {
            out.append(value);
        }
    }

    private void object(Map<?, ?> map, int depth) {
        out.append('{');
        boolean first = true;
        for (Map.Entry<?, ?> each : map.entrySet()) {
            separate(first, depth + 1);
            first = false;
            quote(String.valueOf(each.getKey()), out);
            out.append(": ");
            value(java.util.Objects.requireNonNull(each.getValue()), depth + 1);
        }
        end(first, depth);
        out.append('}');
    }

    private void array(List<?> list, int depth) {
        out.append('[');
        boolean first = true;
        for (Object each : list) {
            separate(first, depth + 1);
            first = false;
            value(java.util.Objects.requireNonNull(each), depth + 1);
        }
        end(first, depth);
        out.append(']');
    }

    private void separate(boolean first, int depth) {
        if (pretty) {
            out.append(first ? "\n" : ",\n").append("  ".repeat(depth));
        } else if (!first) {
            out.append(", ");
        }
    }

    private void end(boolean empty, int depth) {
        if (pretty && !empty) {
            out.append('\n').append("  ".repeat(depth));
        }
    }

    private static String number(double value) {
        BigDecimal exact = new BigDecimal(Double.toString(value)).stripTrailingZeros();
        if (value == 0) {
            return Double.compare(value, 0.0) == 0 ? "0.0" : "-0.0";
        }
        int point = exact.precision() - exact.scale();
        if (point < 1 - FIXED_DIGITS || point > FIXED_DIGITS) {
            String digits = exact.unscaledValue().abs().toString();
            return (value < 0 ? "-" : "")
                    + digits.charAt(0)
                    + (digits.length() > 1 ? "." + digits.substring(1) : "")
                    + "e"
                    + (point - 1);
        }
        return exact.scale() <= 0 ? exact.toPlainString() + ".0" : exact.toPlainString();
    }

    /** A string in quotes, with its escapes. */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(text, out);
        return out.toString();
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char next = text.charAt(i);
            switch (next) {
                case '"', '\\' -> out.append('\\').append(next);
                case '\b' -> out.append("\\b");
                case '\f' -> out.append("\\f");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (next < ' ') {
                        out.append(String.format("\\u%04x", (int) next));
                    } else {
                        out.append(next);
                    }
                }
            }
        }
        out.append('"');
    }
}
