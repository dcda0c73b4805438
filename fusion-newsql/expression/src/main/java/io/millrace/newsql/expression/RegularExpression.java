package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * The regular expression of a call, compiled when the pattern changes.
 *
 * <p><b>Limits.</b> {@link #STEPS_MAX} characters looked at in one match, then 3699; a pattern that recurses too deeply is 3698.
 */
final class RegularExpression {

    /** Some tenths of a second; a pattern that needs more goes through exponentially many ways. */
    private static final int STEPS_MAX = 50_000_000;

    private record Compiled(String source, String flags, Pattern pattern) {}

    private final Expression pattern;
    private final @Nullable Expression matchType;
    private final boolean ignoreCase;
    private volatile @Nullable Compiled last;

    private RegularExpression(Expression pattern, @Nullable Expression matchType, boolean ignoreCase) {
        this.pattern = pattern;
        this.matchType = matchType;
        this.ignoreCase = ignoreCase;
    }

    /** @param matchType letters as REGEXP_LIKE takes them: c, i, m, n, u */
    static RegularExpression of(Expression text, Expression pattern, @Nullable Expression matchType) {
        return new RegularExpression(pattern, matchType, Patterns.ignoresCase(text, pattern));
    }

    /** Over a text; null if pattern or match type is NULL. */
    @Nullable
    Matcher matcher(String text, Frame frame) {
        String source = pattern.text(frame);
        String flags = matchType == null ? "" : matchType.text(frame);
        if (source == null || flags == null) {
            return null;
        }
        Compiled known = last;
        if (known == null || !known.source().equals(source) || !known.flags().equals(flags)) {
            known = new Compiled(source, flags, compile(source, flags));
            last = known;
        }
        return known.pattern().matcher(new Bounded(text, new int[1], 0, text.length()));
    }

    private Pattern compile(String source, String flags) {
        if (source.isEmpty()) {
            throw SqlErrors.of(3685, "HY000", "Illegal argument to a regular expression.");
        }
        boolean insensitive = ignoreCase;
        int bits = 0;
        for (char flag : flags.toCharArray()) {
            switch (flag) {
                case 'c' -> insensitive = false;
                case 'i' -> insensitive = true;
                case 'm' -> bits |= Pattern.MULTILINE;
                case 'n' -> bits |= Pattern.DOTALL;
                case 'u' -> bits |= Pattern.UNIX_LINES;
                default -> throw SqlErrors.of(1210, "HY000", "Incorrect arguments to regexp_like");
            }
        }
        try {
            return Pattern.compile(source, bits | (insensitive ? Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE : 0));
        } catch (PatternSyntaxException e) {
            throw wrong(e);
        } catch (StackOverflowError e) {
            throw tooDeep();
        }
    }

    /** MySQL's library tells brackets and parentheses apart from the rest. */
    private static io.millrace.newsql.mysql.SqlException wrong(PatternSyntaxException e) {
        String description = e.getDescription();
        if (description.contains("character class")) {
            return SqlErrors.of(3696, "HY000", "The regular expression contains an unclosed bracket expression.");
        }
        if (description.contains("group") || description.contains("closing ')'")) {
            return SqlErrors.of(3691, "HY000", "Mismatched parenthesis in regular expression.");
        }
        return SqlErrors.of(
                3688,
                "HY000",
                "Syntax error in regular expression on line 1, character " + Math.max(1, e.getIndex() + 1) + ".");
    }

    /** The next match. @throws io.millrace.newsql.mysql.SqlException 3698, 3699 for a pattern that needs too much */
    static boolean find(Matcher matcher) {
        try {
            return matcher.find();
        } catch (StackOverflowError e) {
            throw tooDeep();
        }
    }

    private static io.millrace.newsql.mysql.SqlException tooDeep() {
        return SqlErrors.of(3698, "HY000", "Overflow in the regular expression backtrack stack.");
    }

    /** A text that counts how often it is looked at. */
    private record Bounded(String text, int[] steps, int from, int to) implements CharSequence {
        @Override
        public int length() {
            return to - from;
        }

        @Override
        public char charAt(int index) {
            if (++steps[0] > STEPS_MAX) {
                throw SqlErrors.of(3699, "HY000", "Timeout exceeded in regular expression match.");
            }
            return text.charAt(from + index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Bounded(text, steps, from + start, from + end);
        }

        @Override
        public String toString() {
            return text.substring(from, to);
        }
    }
}
