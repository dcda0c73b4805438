package io.millrace.newsql.expression;

import io.millrace.newsql.type.Casts;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId.Family;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/** Functions of strings. */
final class StringFunctions {

    private static final int RESULT_MAX = 64 * 1024 * 1024;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final SqlType COUNT = SqlType.BIGINT;

    private StringFunctions() {}

    static void register(Functions all) {
        all.add(1, Integer.MAX_VALUE, StringFunctions::concat, "concat");
        all.add(2, Integer.MAX_VALUE, StringFunctions::concatWith, "concat_ws");
        all.text(Functions.textLike(1), (text, frame) -> text.toLowerCase(Locale.ROOT), "lower", "lcase");
        all.text(Functions.textLike(1), (text, frame) -> text.toUpperCase(Locale.ROOT), "upper", "ucase");
        all.text(
                Functions.always(COUNT),
                (text, frame) -> (long) text.codePointCount(0, text.length()),
                "char_length",
                "character_length");
        all.add(
                1,
                1,
                args -> Expression.of(COUNT, frame -> length(args.get(0).bytes(frame), 1)),
                "length",
                "octet_length");
        all.add(1, 1, args -> Expression.of(COUNT, frame -> length(args.get(0).bytes(frame), 8)), "bit_length");
        all.text(Functions.textLike(1), (text, frame) -> text.replaceAll("^ +", ""), "ltrim");
        all.text(Functions.textLike(1), (text, frame) -> text.replaceAll(" +$", ""), "rtrim");
        all.text(
                Functions.textLike(1),
                (text, frame) -> new StringBuilder(text).reverse().toString(),
                "reverse");
        all.add(2, 3, StringFunctions::substring, "substring", "substr", "mid");
        all.add(2, 2, args -> part(args, true), "left");
        all.add(2, 2, args -> part(args, false), "right");
        all.add(3, 3, args -> pad(args, true), "lpad");
        all.add(3, 3, args -> pad(args, false), "rpad");
        all.add(2, 2, StringFunctions::repeat, "repeat");
        all.add(1, 1, args -> repeat(List.of(Expression.constant(SqlType.text(1), " "), args.get(0))), "space");
        all.add(3, 3, StringFunctions::replace, "replace");
        all.add(2, 3, args -> locate(args.get(0), args.get(1), args.size() > 2 ? args.get(2) : null), "locate");
        all.add(2, 2, args -> locate(args.get(1), args.get(0), null), "instr");
        all.add(2, 2, args -> locate(args.get(0), args.get(1), null), "position");
        all.add(3, 3, StringFunctions::substringIndex, "substring_index");
        all.add(1, 1, StringFunctions::hex, "hex");
        all.add(1, 1, StringFunctions::unhex, "unhex");
        all.add(
                1,
                1,
                args -> Expression.of(COUNT, frame -> {
                    byte[] bytes = args.get(0).bytes(frame);
                    return bytes == null ? null : (Object) (bytes.length == 0 ? 0L : bytes[0] & 0xFFL);
                }),
                "ascii");
        all.add(1, Integer.MAX_VALUE, StringFunctions::ofCodes, "char");
        all.add(2, Integer.MAX_VALUE, StringFunctions::field, "field");
        all.add(2, Integer.MAX_VALUE, StringFunctions::element, "elt");
        all.add(2, 2, StringFunctions::findInSet, "find_in_set");
        all.add(2, 2, StringFunctions::strcmp, "strcmp");
        all.add(4, 4, StringFunctions::insert, "insert");
        all.add(2, 2, StringFunctions::format, "format");
        all.add(1, 1, args -> digest(args, "MD5"), "md5");
        all.add(1, 1, args -> digest(args, "SHA-1"), "sha1", "sha");
        all.add(2, 2, args -> digest(args, "SHA-256"), "sha2");
        all.add(1, 1, StringFunctions::crc32, "crc32");
        all.text(
                Functions.textLike(2),
                (text, frame) -> "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'",
                "quote");
    }

    // ---- building ----

    private static Expression concat(List<Expression> args) {
        return Expression.of(joined(args, 0), frame -> {
            StringBuilder out = new StringBuilder();
            for (Expression arg : args) {
                String text = arg.text(frame);
                if (text == null) {
                    return null;
                }
                out.append(text);
                checkLength(out.length());
            }
            return inFamily(out.toString(), args);
        });
    }

    private static Object inFamily(String text, List<Expression> args) {
        return joined(args, 0).family() == Family.BYTES ? text.getBytes(StandardCharsets.UTF_8) : text;
    }

    private static SqlType joined(List<Expression> args, long more) {
        long length = more;
        String collation = SqlType.DEFAULT_COLLATION;
        for (Expression arg : args) {
            length += Logic.textLength(arg.type());
            if (arg.type().family() == Family.BYTES) {
                return SqlType.bytes(length);
            }
            if (arg.type().isString() && !arg.type().collation().equals(SqlType.DEFAULT_COLLATION)) {
                collation = arg.type().collation();
            }
        }
        return SqlType.text(length, collation);
    }

    private static Expression concatWith(List<Expression> args) {
        List<Expression> items = args.subList(1, args.size());
        return Expression.of(
                SqlType.text(joined(items, 0).length()
                        + items.size() * Logic.textLength(args.get(0).type())),
                frame -> {
                    String separator = args.get(0).text(frame);
                    if (separator == null) {
                        return null;
                    }
                    StringBuilder out = new StringBuilder();
                    boolean first = true;
                    for (Expression item : items) {
                        String text = item.text(frame);
                        if (text != null) {
                            out.append(first ? "" : separator).append(text);
                            first = false;
                            checkLength(out.length());
                        }
                    }
                    return out.toString();
                });
    }

    private static void checkLength(long length) {
        if (length > RESULT_MAX) {
            throw SqlErrors.of(
                    1301,
                    "HY000",
                    "Result of concat() was larger than max_allowed_packet (" + RESULT_MAX + ") - truncated");
        }
    }

    private static @Nullable Object length(byte @Nullable [] bytes, int times) {
        return bytes == null ? null : (Object) ((long) bytes.length * times);
    }

    // ---- cutting ----

    private static Expression substring(List<Expression> args) {
        return Expression.of(Functions.textLike(1).of(args), frame -> {
            String text = args.get(0).text(frame);
            Long from = args.get(1).integer(frame);
            Long count = args.size() > 2 ? args.get(2).integer(frame) : Long.valueOf(Integer.MAX_VALUE);
            if (text == null || from == null || count == null) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            long start = from > 0 ? from - 1 : from < 0 ? length + from : length;
            if (start < 0 || start >= length || count <= 0) {
                return "";
            }
            int first = text.offsetByCodePoints(0, (int) start);
            return text.substring(first, text.offsetByCodePoints(first, (int) Math.min(count, length - start)));
        });
    }

    private static Expression part(List<Expression> args, boolean left) {
        return Expression.of(Functions.textLike(1).of(args), frame -> {
            String text = args.get(0).text(frame);
            Long count = args.get(1).integer(frame);
            if (text == null || count == null) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            int taken = (int) Math.max(0, Math.min(count, length));
            return left
                    ? text.substring(0, text.offsetByCodePoints(0, taken))
                    : text.substring(text.offsetByCodePoints(0, length - taken));
        });
    }

    private static Expression pad(List<Expression> args, boolean left) {
        return Expression.of(Functions.textLike(4).of(args), frame -> {
            String text = args.get(0).text(frame);
            Long count = args.get(1).integer(frame);
            String filling = args.get(2).text(frame);
            if (text == null || count == null || filling == null || count < 0) {
                return null;
            }
            int length = text.codePointCount(0, text.length());
            if (count <= length) {
                return text.substring(0, text.offsetByCodePoints(0, count.intValue()));
            }
            if (filling.isEmpty()) {
                return "";
            }
            checkLength(count);
            StringBuilder padding = new StringBuilder();
            int[] points = filling.codePoints().toArray();
            for (int i = 0; i < count - length; i++) {
                padding.appendCodePoint(points[i % points.length]);
            }
            return left ? padding + text : text + padding;
        });
    }

    private static Expression repeat(List<Expression> args) {
        return Expression.of(SqlType.text(SqlType.DEFAULT_COLLATION.length() * 100L), frame -> {
            String text = args.get(0).text(frame);
            Long count = args.get(1).integer(frame);
            if (text == null || count == null) {
                return null;
            }
            if (count <= 0) {
                return "";
            }
            checkLength(Math.multiplyHigh(text.length(), count) != 0 ? Long.MAX_VALUE : text.length() * count);
            return text.repeat(count.intValue());
        });
    }

    private static Expression replace(List<Expression> args) {
        return Expression.of(Functions.textLike(4).of(args), frame -> {
            String text = args.get(0).text(frame);
            String from = args.get(1).text(frame);
            String to = args.get(2).text(frame);
            if (text == null || from == null || to == null) {
                return null;
            }
            return from.isEmpty() ? text : text.replace(from, to);
        });
    }

    private static Expression substringIndex(List<Expression> args) {
        return Expression.of(Functions.textLike(1).of(args), frame -> {
            String text = args.get(0).text(frame);
            String mark = args.get(1).text(frame);
            Long count = args.get(2).integer(frame);
            if (text == null || mark == null || count == null) {
                return null;
            }
            if (mark.isEmpty() || count == 0) {
                return "";
            }
            int at = count > 0 ? -mark.length() : text.length();
            for (long left = Math.abs(count); left > 0; left--) {
                at = count > 0 ? text.indexOf(mark, at + mark.length()) : text.lastIndexOf(mark, at - 1);
                if (at < 0) {
                    return text;
                }
            }
            return count > 0 ? text.substring(0, at) : text.substring(at + mark.length());
        });
    }

    static Expression trim(Expression operand, @Nullable Expression what, boolean leading, boolean trailing) {
        return Expression.of(
                operand.type().isString() ? operand.type() : SqlType.text(Logic.textLength(operand.type())), frame -> {
                    String text = operand.text(frame);
                    String cut = what == null ? " " : what.text(frame);
                    if (text == null || cut == null) {
                        return null;
                    }
                    int from = 0;
                    int to = text.length();
                    while (!cut.isEmpty() && leading && text.startsWith(cut, from) && from + cut.length() <= to) {
                        from += cut.length();
                    }
                    while (!cut.isEmpty()
                            && trailing
                            && to - cut.length() >= from
                            && text.startsWith(cut, to - cut.length())) {
                        to -= cut.length();
                    }
                    return text.substring(from, to);
                });
    }

    // ---- finding ----

    private static Expression locate(Expression what, Expression in, @Nullable Expression from) {
        String collation = io.millrace.newsql.type.Comparing.collation(what.type(), in.type());
        return Expression.of(COUNT, frame -> {
            String wanted = what.text(frame);
            String text = in.text(frame);
            Long start = from == null ? Long.valueOf(1) : from.integer(frame);
            if (wanted == null || text == null || start == null) {
                return null;
            }
            if (start < 1 || start > text.length() + 1L) {
                return 0L;
            }
            boolean exact = TextOrder.isCaseSensitive(collation);
            String haystack = exact ? text : text.toLowerCase(Locale.ROOT);
            int found = haystack.indexOf(
                    exact ? wanted : wanted.toLowerCase(Locale.ROOT),
                    haystack.offsetByCodePoints(0, (int) (start - 1)));
            return found < 0 ? 0L : (Object) (haystack.codePointCount(0, found) + 1L);
        });
    }

    private static Expression field(List<Expression> args) {
        return new Expression(COUNT, false, false, frame -> {
            Object wanted = args.get(0).eval(frame);
            for (int i = 1; i < args.size() && wanted != null; i++) {
                Object value = args.get(i).eval(frame);
                Integer order = value == null
                        ? null
                        : new Comparison.Comparator(args.get(0), args.get(i)).compare(wanted, value, frame);
                if (order != null && order == 0) {
                    return (long) i;
                }
            }
            return 0L;
        });
    }

    private static Expression element(List<Expression> args) {
        return Expression.of(Logic.common(args.subList(1, args.size())), frame -> {
            Long index = args.get(0).integer(frame);
            return index == null || index < 1 || index >= args.size()
                    ? null
                    : args.get(index.intValue()).eval(frame);
        });
    }

    private static Expression findInSet(List<Expression> args) {
        return Expression.of(COUNT, frame -> {
            String wanted = args.get(0).text(frame);
            String set = args.get(1).text(frame);
            if (wanted == null || set == null) {
                return null;
            }
            String[] members = set.isEmpty() ? new String[0] : set.split(",", -1);
            for (int i = 0; i < members.length; i++) {
                if (TextOrder.compare(members[i], wanted, args.get(1).type().collation()) == 0) {
                    return i + 1L;
                }
            }
            return 0L;
        });
    }

    private static Expression strcmp(List<Expression> args) {
        String collation = io.millrace.newsql.type.Comparing.collation(
                args.get(0).type(), args.get(1).type());
        return Expression.of(SqlType.INT, frame -> {
            String left = args.get(0).text(frame);
            String right = args.get(1).text(frame);
            return left == null || right == null
                    ? null
                    : (Object) (long) Integer.signum(TextOrder.compare(left, right, collation));
        });
    }

    private static Expression insert(List<Expression> args) {
        return Expression.of(
                SqlType.text(joined(List.of(args.get(0), args.get(3)), 0).length()), frame -> {
                    String text = args.get(0).text(frame);
                    Long from = args.get(1).integer(frame);
                    Long count = args.get(2).integer(frame);
                    String with = args.get(3).text(frame);
                    if (text == null || from == null || count == null || with == null) {
                        return null;
                    }
                    if (from < 1 || from > text.length()) {
                        return text;
                    }
                    int start = from.intValue() - 1;
                    int end = count < 0 || start + count > text.length() ? text.length() : start + count.intValue();
                    return text.substring(0, start) + with + text.substring(end);
                });
    }

    // ---- codes ----

    private static Expression hex(List<Expression> args) {
        Expression arg = args.get(0);
        return Expression.of(SqlType.text(Logic.textLength(arg.type()) * 8), frame -> {
            Object value = arg.eval(frame);
            if (value == null) {
                return null;
            }
            if (arg.type().isNumber()) {
                return Long.toHexString(Casts.toInteger(value, arg.type(), true, frame.warnings()))
                        .toUpperCase(Locale.ROOT);
            }
            return HEX.formatHex(Casts.toBytes(value, arg.type()));
        });
    }

    private static Expression unhex(List<Expression> args) {
        return Expression.of(SqlType.bytes(Logic.textLength(args.get(0).type()) / 2), frame -> {
            String text = args.get(0).text(frame);
            if (text == null) {
                return null;
            }
            String even = text.length() % 2 == 0 ? text : "0" + text;
            return even.chars().allMatch(c -> Character.digit(c, 16) >= 0) ? HEX.parseHex(even) : null;
        });
    }

    private static Expression ofCodes(List<Expression> args) {
        return Expression.of(SqlType.bytes(args.size() * 4L), frame -> {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            for (Expression arg : args) {
                Long code = arg.integer(frame);
                if (code != null) {
                    byte[] bytes = BigInteger.valueOf(code & 0xFFFF_FFFFL).toByteArray();
                    int skip = bytes.length > 1 && bytes[0] == 0 ? 1 : 0;
                    out.write(bytes, skip, bytes.length - skip);
                }
            }
            return out.toByteArray();
        });
    }

    private static Expression format(List<Expression> args) {
        return Expression.of(SqlType.text(64), frame -> {
            BigDecimal value = args.get(0).decimal(frame);
            Long digits = args.get(1).integer(frame);
            if (value == null || digits == null) {
                return null;
            }
            int scale = (int) Math.max(0, Math.min(digits, SqlType.DECIMAL_SCALE_MAX));
            return String.format(Locale.ROOT, "%,." + scale + "f", value.setScale(scale, RoundingMode.HALF_UP));
        });
    }

    private static Expression digest(List<Expression> args, String algorithm) {
        return Expression.of(SqlType.text(algorithm.equals("MD5") ? 32 : 128), frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            Long bits = args.size() > 1 ? args.get(1).integer(frame) : Long.valueOf(0);
            if (bytes == null || bits == null) {
                return null;
            }
            try {
                String name = bits == 0 || bits == 256 ? algorithm : "SHA-" + bits;
                return HexFormat.of().formatHex(MessageDigest.getInstance(name).digest(bytes));
            } catch (NoSuchAlgorithmException e) {
                return null;
            }
        });
    }

    private static Expression crc32(List<Expression> args) {
        return Expression.of(SqlType.UNSIGNED, frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            if (bytes == null) {
                return null;
            }
            CRC32 crc = new CRC32();
            crc.update(bytes);
            return crc.getValue();
        });
    }
}
