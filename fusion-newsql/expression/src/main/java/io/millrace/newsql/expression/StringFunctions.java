package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlType;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Functions that make strings of strings. */
final class StringFunctions {

    private StringFunctions() {}

    static void register(Functions all) {
        all.add(1, Integer.MAX_VALUE, StringFunctions::concat, "concat");
        all.add(2, Integer.MAX_VALUE, StringFunctions::concatWith, "concat_ws");
        all.add(1, 1, args -> inCase(args.get(0), false), "lower", "lcase");
        all.add(1, 1, args -> inCase(args.get(0), true), "upper", "ucase");
        all.add(1, 1, args -> trim(args.get(0), null, true, false), "ltrim");
        all.add(1, 1, args -> trim(args.get(0), null, false, true), "rtrim");
        all.add(1, 1, args -> Strings.map(args.get(0), StringFunctions::reversed), "reverse");
        all.add(2, 3, StringFunctions::substring, "substring", "substr", "mid");
        all.add(2, 2, args -> part(args, true), "left");
        all.add(2, 2, args -> part(args, false), "right");
        all.add(2, 3, args -> pad(args, true), "lpad");
        all.add(2, 3, args -> pad(args, false), "rpad");
        all.add(2, 2, StringFunctions::repeat, "repeat");
        all.add(1, 1, args -> repeat(List.of(Expression.constant(SqlType.text(1), " "), args.get(0))), "space");
        all.add(3, 3, StringFunctions::replace, "replace");
        all.add(3, 3, StringFunctions::substringIndex, "substring_index");
        all.add(4, 4, StringFunctions::insert, "insert");
        all.add(2, Integer.MAX_VALUE, StringFunctions::element, "elt");
        all.add(2, Integer.MAX_VALUE, StringFunctions::makeSet, "make_set");
        all.add(3, 5, StringFunctions::exportSet, "export_set");
        all.add(2, 3, StringFunctions::format, "format");
        all.add(1, 1, StringFunctions::quote, "quote");
        all.add(1, 1, StringFunctions::soundex, "soundex");
    }

    // ---- building ----

    private static Expression concat(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        boolean nullable = args.stream().anyMatch(Expression::nullable);
        return new Expression(Strings.type(Strings.length(args), bytes), nullable, false, frame -> {
            StringBuilder out = new StringBuilder();
            for (Expression arg : args) {
                String text = Strings.get(arg, frame, bytes);
                if (text == null) {
                    return null;
                }
                out.append(text);
                Strings.checkLength("concat", out.length());
            }
            return Strings.put(out.toString(), bytes);
        });
    }

    private static Expression concatWith(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        List<Expression> items = args.subList(1, args.size());
        long joints = items.size() * Logic.textLength(args.get(0).type());
        return Expression.of(Strings.type(Strings.length(items) + joints, bytes), frame -> {
            String separator = Strings.get(args.get(0), frame, bytes);
            if (separator == null) {
                return null;
            }
            StringBuilder out = new StringBuilder();
            boolean first = true;
            for (Expression item : items) {
                String text = Strings.get(item, frame, bytes);
                if (text != null) {
                    out.append(first ? "" : separator).append(text);
                    first = false;
                    Strings.checkLength("concat_ws", out.length());
                }
            }
            return Strings.put(out.toString(), bytes);
        });
    }

    /** Bytes have no case; characters change one for one, so that ß stays. */
    private static Expression inCase(Expression arg, boolean upper) {
        boolean bytes = Strings.areBytes(List.of(arg));
        return bytes ? Strings.map(arg, text -> text) : Strings.map(arg, text -> inCase(text, upper));
    }

    private static String inCase(String text, boolean upper) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                StringBuilder out = new StringBuilder(text.length());
                text.codePoints()
                        .forEach(point -> out.appendCodePoint(
                                upper ? Character.toUpperCase(point) : Character.toLowerCase(point)));
                return out.toString();
            }
        }
        return upper ? text.toUpperCase(Locale.ROOT) : text.toLowerCase(Locale.ROOT);
    }

    private static String reversed(String text) {
        return new StringBuilder(text).reverse().toString();
    }

    private static Expression repeat(List<Expression> args) {
        boolean bytes = Strings.areBytes(args.subList(0, 1));
        long times = args.get(1).isKnown() && args.get(1).known() instanceof Long known ? Math.max(0, known) : 100;
        long length = Math.min(
                Strings.RESULT_MAX,
                Math.min(times, Strings.RESULT_MAX) * Math.max(1, Strings.length(args.subList(0, 1))));
        return Expression.of(Strings.type(length, bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            Long count = args.get(1).integer(frame);
            if (text == null || count == null) {
                return null;
            }
            if (count <= 0 || text.isEmpty()) {
                return Strings.put("", bytes);
            }
            Strings.checkLength("repeat", count > Strings.RESULT_MAX ? count : text.length() * count);
            return Strings.put(text.repeat(count.intValue()), bytes);
        });
    }

    private static Expression pad(List<Expression> args, boolean left) {
        Expression filler = args.size() > 2 ? args.get(2) : Expression.constant(SqlType.text(1), " ");
        boolean bytes = Strings.areBytes(List.of(args.get(0), filler));
        String name = left ? "lpad" : "rpad";
        long known = args.get(1).isKnown() && args.get(1).known() instanceof Long width
                ? Math.min(Strings.RESULT_MAX, Math.max(0, width))
                : Logic.textLength(args.get(0).type()) * 4;
        return Expression.of(Strings.type(known, bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            Long count = args.get(1).integer(frame);
            String filling = Strings.get(filler, frame, bytes);
            if (text == null || count == null || filling == null || count < 0) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            if (count <= length) {
                return Strings.put(text.substring(0, text.offsetByCodePoints(0, count.intValue())), bytes);
            }
            if (filling.isEmpty()) {
                return null;
            }
            Strings.checkLength(name, count);
            StringBuilder padding = new StringBuilder();
            int[] points = filling.codePoints().toArray();
            for (int i = 0; i < count - length; i++) {
                padding.appendCodePoint(points[i % points.length]);
            }
            return Strings.put(left ? padding + text : text + padding, bytes);
        });
    }

    private static Expression replace(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        return Expression.of(Strings.type(Strings.length(args.subList(0, 1)) * 4, bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            String from = Strings.get(args.get(1), frame, bytes);
            String to = Strings.get(args.get(2), frame, bytes);
            if (text == null || from == null || to == null) {
                return null;
            }
            String replaced = from.isEmpty() ? text : text.replace(from, to);
            Strings.checkLength("replace", replaced.length());
            return Strings.put(replaced, bytes);
        });
    }

    private static Expression insert(List<Expression> args) {
        List<Expression> texts = List.of(args.get(0), args.get(3));
        boolean bytes = Strings.areBytes(texts);
        return Expression.of(Strings.type(Strings.length(texts), bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            Long from = args.get(1).integer(frame);
            Long count = args.get(2).integer(frame);
            String with = Strings.get(args.get(3), frame, bytes);
            if (text == null || from == null || count == null || with == null) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            if (from < 1 || from > length) {
                return Strings.put(text, bytes);
            }
            int start = text.offsetByCodePoints(0, from.intValue() - 1);
            long left = length - from + 1;
            int end = text.offsetByCodePoints(start, (int) (count < 0 || count > left ? left : count));
            return Strings.put(text.substring(0, start) + with + text.substring(end), bytes);
        });
    }

    // ---- cutting ----

    private static Expression substring(List<Expression> args) {
        boolean bytes = Strings.areBytes(args.subList(0, 1));
        return Expression.of(Strings.type(Strings.length(args.subList(0, 1)), bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            Long from = args.get(1).integer(frame);
            Long count = args.size() > 2 ? args.get(2).integer(frame) : Long.valueOf(Integer.MAX_VALUE);
            if (text == null || from == null || count == null) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            long start = from > 0 ? from - 1 : from < 0 ? length + from : length;
            if (start < 0 || start >= length || count <= 0) {
                return Strings.put("", bytes);
            }
            int first = text.offsetByCodePoints(0, (int) start);
            int end = text.offsetByCodePoints(first, (int) Math.min(count, length - start));
            return Strings.put(text.substring(first, end), bytes);
        });
    }

    private static Expression part(List<Expression> args, boolean left) {
        boolean bytes = Strings.areBytes(args.subList(0, 1));
        return Expression.of(Strings.type(Strings.length(args.subList(0, 1)), bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            Long count = args.get(1).integer(frame);
            if (text == null || count == null) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            int taken = (int) Math.max(0, Math.min(count, length));
            return Strings.put(
                    left
                            ? text.substring(0, text.offsetByCodePoints(0, taken))
                            : text.substring(text.offsetByCodePoints(0, length - taken)),
                    bytes);
        });
    }

    private static Expression substringIndex(List<Expression> args) {
        boolean bytes = Strings.areBytes(args.subList(0, 2));
        return Expression.of(Strings.type(Strings.length(args.subList(0, 1)), bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            String mark = Strings.get(args.get(1), frame, bytes);
            Long count = args.get(2).integer(frame);
            return text == null || mark == null || count == null
                    ? null
                    : Strings.put(substringIndex(text, mark, count), bytes);
        });
    }

    private static String substringIndex(String text, String mark, long count) {
        if (mark.isEmpty() || count == 0) {
            return "";
        }
        int at = count > 0 ? -mark.length() : text.length();
        for (long left = Math.abs(count); left > 0; left--) {
            at = count > 0 ? text.indexOf(mark, at + mark.length()) : text.lastIndexOf(mark, at - mark.length());
            if (at < 0) {
                return text;
            }
        }
        return count > 0 ? text.substring(0, at) : text.substring(at + mark.length());
    }

    static Expression trim(Expression operand, @Nullable Expression what, boolean leading, boolean trailing) {
        boolean bytes = Strings.areBytes(what == null ? List.of(operand) : List.of(operand, what));
        return Expression.of(Strings.type(Logic.textLength(operand.type()), bytes), frame -> {
            String text = Strings.get(operand, frame, bytes);
            String cut = what == null ? " " : Strings.get(what, frame, bytes);
            return text == null || cut == null ? null : Strings.put(trimmed(text, cut, leading, trailing), bytes);
        });
    }

    private static String trimmed(String text, String cut, boolean leading, boolean trailing) {
        int from = 0;
        int to = text.length();
        if (cut.isEmpty()) {
            return text;
        }
        while (leading && text.startsWith(cut, from) && from + cut.length() <= to) {
            from += cut.length();
        }
        while (trailing && to - cut.length() >= from && text.startsWith(cut, to - cut.length())) {
            to -= cut.length();
        }
        return text.substring(from, to);
    }

    // ---- choosing ----

    private static Expression element(List<Expression> args) {
        List<Expression> items = args.subList(1, args.size());
        boolean bytes = Strings.areBytes(items);
        long length = items.stream()
                .mapToLong(item -> Logic.textLength(item.type()))
                .max()
                .orElse(0);
        return Expression.of(Strings.type(length, bytes), frame -> {
            Long index = args.get(0).integer(frame);
            String text = index == null || index < 1 || index >= args.size()
                    ? null
                    : Strings.get(args.get(index.intValue()), frame, bytes);
            return text == null ? null : Strings.put(text, bytes);
        });
    }

    private static Expression makeSet(List<Expression> args) {
        List<Expression> items = args.subList(1, args.size());
        boolean bytes = Strings.areBytes(items);
        return Expression.of(Strings.type(Strings.length(items) + items.size(), bytes), frame -> {
            Long bits = args.get(0).integer(frame);
            if (bits == null) {
                return null;
            }
            List<String> members = new ArrayList<>();
            for (int i = 0; i < items.size() && i < Long.SIZE; i++) {
                String text = (bits >>> i & 1) == 0 ? null : Strings.get(items.get(i), frame, bytes);
                if (text != null) {
                    members.add(text);
                }
            }
            return Strings.put(String.join(",", members), bytes);
        });
    }

    private static Expression exportSet(List<Expression> args) {
        Expression separator = args.size() > 3 ? args.get(3) : Expression.constant(SqlType.text(1), ",");
        return Expression.of(SqlType.text(Strings.length(args.subList(1, 3)) * Long.SIZE), frame -> {
            Long bits = args.get(0).integer(frame);
            String on = args.get(1).text(frame);
            String off = args.get(2).text(frame);
            String joint = separator.text(frame);
            Long count = args.size() > 4 ? args.get(4).integer(frame) : Long.valueOf(Long.SIZE);
            if (bits == null || on == null || off == null || joint == null || count == null) {
                return null;
            }
            int shown = count < 0 || count > Long.SIZE ? Long.SIZE : count.intValue();
            StringBuilder out = new StringBuilder();
            for (int i = 0; i < shown; i++) {
                out.append(i == 0 ? "" : joint).append((bits >>> i & 1) == 0 ? off : on);
            }
            return out.toString();
        });
    }

    // ---- writing otherwise ----

    private static Expression format(List<Expression> args) {
        return Expression.of(SqlType.text(64), frame -> {
            BigDecimal value = args.get(0).decimal(frame);
            Long digits = args.get(1).integer(frame);
            String language = args.size() > 2 ? args.get(2).text(frame) : "en_US";
            if (value == null || digits == null) {
                return null;
            }
            int scale = (int) Math.max(0, Math.min(digits, SqlType.DECIMAL_SCALE_MAX));
            Locale locale = language == null || language.startsWith("en")
                    ? Locale.ROOT
                    : Locale.forLanguageTag(language.replace('_', '-'));
            return String.format(locale, "%,." + scale + "f", value.setScale(scale, RoundingMode.HALF_UP));
        });
    }

    /** NULL is the word. */
    private static Expression quote(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        return new Expression(Strings.type(Strings.length(args) * 2 + 2, bytes), false, false, frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            if (text == null) {
                return Strings.put("NULL", bytes);
            }
            StringBuilder out = new StringBuilder(text.length() + 8).append('\'');
            for (int i = 0; i < text.length(); i++) {
                char next = text.charAt(i);
                switch (next) {
                    case '\\', '\'' -> out.append('\\').append(next);
                    case '\0' -> out.append("\\0");
                    case '\u001A' -> out.append("\\Z");
                    default -> out.append(next);
                }
            }
            return Strings.put(out.append('\'').toString(), bytes);
        });
    }

    private static Expression soundex(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        return Expression.of(Strings.type(Math.max(4, Strings.length(args)), bytes), frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            return text == null ? null : Strings.put(soundex(text), bytes);
        });
    }

    /** The first letter and the codes of the others, none twice in a row, filled up to four. */
    private static String soundex(String text) {
        StringBuilder out = new StringBuilder();
        char last = 0;
        for (int point : text.codePoints().toArray()) {
            int letter = point < 0x80 ? Character.toUpperCase(point) : point;
            if (point < 0x80 ? letter < 'A' || letter > 'Z' : !Character.isLetter(point)) {
                continue;
            }
            char code = letter < 0x80 ? "01230120022455012623010202".charAt(letter - 'A') : '0';
            if (out.length() == 0) {
                out.appendCodePoint(letter);
                last = code;
            } else if (code != last) {
                last = code;
                out.append(code == '0' ? "" : String.valueOf(code));
            }
        }
        if (out.length() == 0) {
            return "";
        }
        while (out.codePointCount(0, out.length()) < 4) {
            out.append('0');
        }
        return out.toString();
    }

    /** The UTF-8 bytes of a character as one number. */
    static long ordinal(String text) {
        byte[] bytes = text.substring(0, text.offsetByCodePoints(0, 1)).getBytes(StandardCharsets.UTF_8);
        long number = 0;
        for (byte each : bytes) {
            number = number << 8 | each & 0xFF;
        }
        return number;
    }
}
