package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that count, find and compare in strings. */
final class SearchFunctions {

    private SearchFunctions() {}

    static void register(Functions all) {
        all.add(1, 1, SearchFunctions::characters, "char_length", "character_length");
        all.add(1, 1, args -> length(args, 1), "length", "octet_length");
        all.add(1, 1, args -> length(args, 8), "bit_length");
        all.add(1, 1, args -> first(args, false), "ascii");
        all.add(1, 1, args -> first(args, true), "ord");
        all.add(2, 3, args -> locate(args.get(0), args.get(1), args.size() > 2 ? args.get(2) : null), "locate");
        all.add(2, 2, args -> locate(args.get(1), args.get(0), null), "instr");
        all.add(2, 2, args -> locate(args.get(0), args.get(1), null), "position");
        all.add(2, Integer.MAX_VALUE, SearchFunctions::field, "field");
        all.add(2, 2, SearchFunctions::findInSet, "find_in_set");
        all.add(2, 2, SearchFunctions::strcmp, "strcmp");
    }

    private static Expression characters(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        return Expression.of(SqlType.BIGINT, frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            return text == null ? null : (Object) (long) text.codePointCount(0, text.length());
        });
    }

    private static Expression length(List<Expression> args, int times) {
        return Expression.of(SqlType.BIGINT, frame -> {
            byte[] bytes = args.get(0).bytes(frame);
            return bytes == null ? null : (Object) ((long) bytes.length * times);
        });
    }

    private static Expression first(List<Expression> args, boolean whole) {
        boolean bytes = Strings.areBytes(args);
        return Expression.of(SqlType.BIGINT, frame -> {
            String text = Strings.get(args.get(0), frame, bytes);
            if (text == null || text.isEmpty()) {
                return text == null ? null : (Object) 0L;
            }
            if (bytes) {
                return (long) text.charAt(0);
            }
            long ordinal = StringFunctions.ordinal(text);
            return whole || ordinal < 0x80
                    ? ordinal
                    : text.substring(0, text.offsetByCodePoints(0, 1)).getBytes(StandardCharsets.UTF_8)[0] & 0xFFL;
        });
    }

    private static Expression locate(Expression what, Expression in, @Nullable Expression from) {
        List<Expression> both = List.of(what, in);
        boolean bytes = Strings.areBytes(both);
        String collation = bytes ? SqlType.BINARY_COLLATION : Collations.joined(both, "locate");
        return Expression.of(SqlType.BIGINT, frame -> {
            String wanted = Strings.get(what, frame, bytes);
            String text = Strings.get(in, frame, bytes);
            Long start = from == null ? Long.valueOf(1) : from.integer(frame);
            if (wanted == null || text == null || start == null) {
                return null;
            }
            if (start < 1 || start > text.codePointCount(0, text.length()) + 1L) {
                return 0L;
            }
            int found = find(text, wanted, text.offsetByCodePoints(0, (int) (start - 1)), collation);
            return found < 0 ? 0L : (Object) (text.codePointCount(0, found) + 1L);
        });
    }

    private static int find(String text, String wanted, int from, String collation) {
        if (TextOrder.isBytewise(collation) || wanted.isEmpty()) {
            return text.indexOf(wanted, from);
        }
        for (int at = from; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (startsWith(text, at, wanted, collation)) {
                return at;
            }
        }
        return -1;
    }

    private static boolean startsWith(String text, int from, String wanted, String collation) {
        int at = from;
        for (int i = 0; i < wanted.length(); i += Character.charCount(wanted.codePointAt(i))) {
            if (at >= text.length()
                    || !TextOrder.sameCharacter(text.codePointAt(at), wanted.codePointAt(i), collation)) {
                return false;
            }
            at += Character.charCount(text.codePointAt(at));
        }
        return true;
    }

    /** Compared as text if all are, as numbers if all are, else as doubles. */
    private static Expression field(List<Expression> args) {
        List<Comparison.Comparator> comparators = args.subList(1, args.size()).stream()
                .map(arg -> new Comparison.Comparator(args.get(0), arg, "field"))
                .toList();
        return new Expression(SqlType.BIGINT, false, false, frame -> {
            Object wanted = args.get(0).eval(frame);
            for (int i = 1; i < args.size() && wanted != null; i++) {
                Object value = args.get(i).eval(frame);
                Integer order = value == null ? null : comparators.get(i - 1).compare(wanted, value, frame);
                if (order != null && order == 0) {
                    return (long) i;
                }
            }
            return 0L;
        });
    }

    private static Expression findInSet(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        String collation = bytes ? SqlType.BINARY_COLLATION : Collations.joined(args, "find_in_set");
        return Expression.of(SqlType.BIGINT, frame -> {
            String wanted = Strings.get(args.get(0), frame, bytes);
            String set = Strings.get(args.get(1), frame, bytes);
            if (wanted == null || set == null) {
                return null;
            }
            String[] members = set.isEmpty() ? new String[0] : set.split(",", -1);
            for (int i = 0; i < members.length; i++) {
                if (TextOrder.compare(members[i], wanted, collation) == 0) {
                    return i + 1L;
                }
            }
            return 0L;
        });
    }

    private static Expression strcmp(List<Expression> args) {
        boolean bytes = Strings.areBytes(args);
        String collation = bytes ? SqlType.BINARY_COLLATION : Collations.compared(args.get(0), args.get(1), "strcmp");
        return Expression.of(SqlType.INT, frame -> {
            String left = Strings.get(args.get(0), frame, bytes);
            String right = Strings.get(args.get(1), frame, bytes);
            return left == null || right == null
                    ? null
                    : (Object) (long) Integer.signum(TextOrder.compare(left, right, collation));
        });
    }
}
