package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import java.util.List;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/** REGEXP_LIKE, REGEXP_INSTR, REGEXP_SUBSTR, REGEXP_REPLACE. */
final class RegularFunctions {

    private static final long LENGTH_MAX = 16_777_215;

    private RegularFunctions() {}

    static void register(Functions all) {
        all.add(2, 3, RegularFunctions::like, "regexp_like");
        all.add(2, 6, RegularFunctions::instr, "regexp_instr");
        all.add(2, 5, RegularFunctions::substr, "regexp_substr");
        all.add(3, 6, RegularFunctions::replace, "regexp_replace");
    }

    private static @Nullable Expression optional(List<Expression> args, int index) {
        return index < args.size() ? args.get(index) : null;
    }

    private static @Nullable Long number(@Nullable Expression arg, long otherwise, Frame frame) {
        return arg == null ? Long.valueOf(otherwise) : arg.integer(frame);
    }

    private static Expression like(List<Expression> args) {
        RegularExpression pattern = RegularExpression.of(args.get(0), args.get(1), optional(args, 2));
        return Expression.of(SqlType.BOOLEAN, frame -> {
            String text = args.get(0).text(frame);
            Matcher matcher = text == null ? null : pattern.matcher(text, frame);
            return matcher == null ? null : Comparison.of(RegularExpression.find(matcher));
        });
    }

    /** Where to begin, in chars. */
    private static int start(String text, long position) {
        int length = text.codePointCount(0, text.length());
        if (position < 1 || position > length + 1L) {
            throw SqlErrors.of(3686, "HY000", "Index out of bounds in regular expression search.");
        }
        return text.offsetByCodePoints(0, (int) (position - 1));
    }

    /** The matcher at the occurrence that is asked for; null if there is none. */
    private static @Nullable Matcher occurrence(Matcher matcher, String text, long position, long occurrence) {
        matcher.region(start(text, position), text.length());
        for (long left = Math.max(1, occurrence); left > 0; left--) {
            if (!RegularExpression.find(matcher)) {
                return null;
            }
        }
        return matcher;
    }

    private static Expression instr(List<Expression> args) {
        RegularExpression pattern = RegularExpression.of(args.get(0), args.get(1), optional(args, 5));
        return Expression.of(SqlType.BIGINT, frame -> {
            String text = args.get(0).text(frame);
            Matcher matcher = text == null ? null : pattern.matcher(text, frame);
            Long position = number(optional(args, 2), 1, frame);
            Long wanted = number(optional(args, 3), 1, frame);
            Long behind = number(optional(args, 4), 0, frame);
            if (text == null || matcher == null || position == null || wanted == null || behind == null) {
                return null;
            }
            if (behind < 0 || behind > 1) {
                throw SqlErrors.of(1210, "HY000", "Incorrect arguments to regexp_instr: return_option must be 1 or 0.");
            }
            Matcher found = occurrence(matcher, text, position, wanted);
            return found == null
                    ? 0L
                    : (Object) (text.codePointCount(0, behind == 1 ? found.end() : found.start()) + 1L);
        });
    }

    private static Expression substr(List<Expression> args) {
        RegularExpression pattern = RegularExpression.of(args.get(0), args.get(1), optional(args, 4));
        return Expression.of(SqlType.text(Logic.textLength(args.get(0).type())), frame -> {
            String text = args.get(0).text(frame);
            Matcher matcher = text == null ? null : pattern.matcher(text, frame);
            Long position = number(optional(args, 2), 1, frame);
            Long wanted = number(optional(args, 3), 1, frame);
            if (text == null || matcher == null || position == null || wanted == null) {
                return null;
            }
            Matcher found = occurrence(matcher, text, position, wanted);
            return found == null ? null : found.group();
        });
    }

    private static Expression replace(List<Expression> args) {
        RegularExpression pattern = RegularExpression.of(args.get(0), args.get(1), optional(args, 5));
        return Expression.of(SqlType.text(LENGTH_MAX), frame -> {
            String text = args.get(0).text(frame);
            Matcher matcher = text == null ? null : pattern.matcher(text, frame);
            String with = args.get(2).text(frame);
            Long position = number(optional(args, 3), 1, frame);
            Long wanted = number(optional(args, 4), 0, frame);
            if (text == null || matcher == null || with == null || position == null || wanted == null) {
                return null;
            }
            matcher.region(start(text, position), text.length());
            StringBuilder out = new StringBuilder();
            int from = 0;
            for (long count = 1; RegularExpression.find(matcher); count++) {
                if (wanted <= 0 || count == wanted) {
                    out.append(text, from, matcher.start());
                    appendReplacement(out, with, matcher);
                    from = matcher.end();
                    Strings.checkLength("regexp_replace", out.length());
                }
                if (count == wanted) {
                    break;
                }
            }
            return out.append(text, from, text.length()).toString();
        });
    }

    /** {@code $1} is a group, a backslash takes the next character as it is. */
    private static void appendReplacement(StringBuilder out, String with, Matcher matcher) {
        for (int i = 0; i < with.length(); i++) {
            char next = with.charAt(i);
            if (next == '\\' && i + 1 < with.length()) {
                out.append(with.charAt(++i));
            } else if (next == '$' && i + 1 < with.length() && Character.isDigit(with.charAt(i + 1))) {
                int group = with.charAt(++i) - '0';
                if (group > matcher.groupCount()) {
                    throw SqlErrors.of(3686, "HY000", "Index out of bounds in regular expression search.");
                }
                String text = matcher.group(group);
                out.append(text == null ? "" : text);
            } else {
                out.append(next);
            }
        }
    }
}
