package io.millrace.newsql.expression;

import io.millrace.newsql.type.Comparing;
import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** LIKE and REGEXP. */
final class Patterns {

    private static final char DEFAULT_ESCAPE = '\\';

    private Patterns() {}

    static Expression like(Expression text, Expression pattern, Expression escape, boolean not) {
        String collation = Comparing.collation(text.type(), pattern.type());
        return Expression.of(SqlType.BOOLEAN, frame -> {
            String value = text.text(frame);
            String wanted = pattern.text(frame);
            String escaped = escape.text(frame);
            if (value == null || wanted == null) {
                return null;
            }
            int mark = escaped == null ? DEFAULT_ESCAPE : escaped.isEmpty() ? -1 : escaped.codePointAt(0);
            return Comparison.of(matches(value, wanted, mark, collation) != not);
        });
    }

    /** Walks both once, and goes back to the last {@code %} when they part: no recursion, no expression to compile. */
    static boolean matches(String text, String pattern, int escape, String collation) {
        int at = 0;
        int wanted = 0;
        int retryText = -1;
        int retryPattern = -1;
        while (at < text.length()) {
            if (wanted < pattern.length() && pattern.charAt(wanted) == '%' && escape != '%') {
                retryPattern = ++wanted;
                retryText = at;
                continue;
            }
            int taken = wanted < pattern.length() ? step(text, at, pattern, wanted, escape, collation) : 0;
            if (taken > 0) {
                at += Character.charCount(text.codePointAt(at));
                wanted += taken;
            } else if (retryPattern >= 0) {
                retryText += Character.charCount(text.codePointAt(retryText));
                at = retryText;
                wanted = retryPattern;
            } else {
                return false;
            }
        }
        while (wanted < pattern.length() && pattern.charAt(wanted) == '%') {
            wanted++;
        }
        return wanted == pattern.length();
    }

    /** How much of the pattern the character takes; 0 if it does not match. */
    private static int step(String text, int at, String pattern, int wanted, int escape, String collation) {
        int next = pattern.codePointAt(wanted);
        int width = Character.charCount(next);
        if (next == escape && wanted + width < pattern.length()) {
            int literal = pattern.codePointAt(wanted + width);
            return TextOrder.sameCharacter(text.codePointAt(at), literal, collation)
                    ? width + Character.charCount(literal)
                    : 0;
        }
        return next == '_' || TextOrder.sameCharacter(text.codePointAt(at), next, collation) ? width : 0;
    }

    static Expression regexp(Expression text, Expression pattern, boolean not) {
        boolean ignoreCase = !TextOrder.isCaseSensitive(Comparing.collation(text.type(), pattern.type()));
        return Expression.of(SqlType.BOOLEAN, frame -> {
            String value = text.text(frame);
            String wanted = pattern.text(frame);
            return value == null || wanted == null
                    ? null
                    : Comparison.of(compile(wanted, ignoreCase).matcher(value).find() != not);
        });
    }

    static Pattern compile(String pattern, boolean ignoreCase) {
        try {
            return Pattern.compile(pattern, ignoreCase ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0);
        } catch (PatternSyntaxException e) {
            throw SqlErrors.of(3696, "HY000", "The regular expression contains an error: " + e.getDescription());
        }
    }
}
