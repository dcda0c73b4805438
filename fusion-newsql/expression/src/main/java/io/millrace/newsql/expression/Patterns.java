package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import io.millrace.newsql.type.SqlType;
import io.millrace.newsql.type.TextOrder;
import io.millrace.newsql.type.TypeId.Family;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** LIKE and REGEXP. */
public final class Patterns {

    private Patterns() {}

    /** What LIKE escapes with if nothing else is said. */
    public static final Expression BACKSLASH = Expression.constant(SqlType.text(1), "\\");

    /** What a text must begin with, character by character, to be LIKE a pattern; null if there is no such text. */
    public static @Nullable String likeStart(Expression pattern, Expression escape, Frame frame) {
        String wanted = pattern.text(frame);
        return wanted == null ? null : LikePattern.start(wanted, mark(escape.text(frame)));
    }

    static Expression like(Expression text, Expression pattern, Expression escape, boolean not) {
        List<Expression> both = List.of(text, pattern);
        boolean bytes = Strings.areBytes(both);
        String collation = bytes ? SqlType.BINARY_COLLATION : Collations.compared(text, pattern, "like");
        LastPattern last = new LastPattern(collation);
        return Expression.of(SqlType.BOOLEAN, frame -> {
                    String value = Strings.get(text, frame, bytes);
                    String wanted = value == null ? null : Strings.get(pattern, frame, bytes);
                    if (value == null || wanted == null) {
                        return null;
                    }
                    return Comparison.of(
                            last.of(wanted, mark(escape.text(frame))).matches(value) != not);
                })
                .constantIf(text.isConstant() && pattern.isConstant());
    }

    private static int mark(@Nullable String escape) {
        if (escape == null) {
            return '\\';
        }
        if (escape.codePointCount(0, escape.length()) > 1) {
            throw SqlErrors.of(1210, "HY000", "Incorrect arguments to ESCAPE");
        }
        return escape.isEmpty() ? -1 : escape.codePointAt(0);
    }

    /** The pattern of the last row, which is most often that of the next. <b>Threads.</b> Safe: the worst is a pattern made twice. */
    private static final class LastPattern {
        private final String collation;
        private volatile @Nullable LikePattern last;

        LastPattern(String collation) {
            this.collation = collation;
        }

        LikePattern of(String source, int escape) {
            LikePattern known = last;
            if (known == null || !known.isOf(source, escape)) {
                known = LikePattern.of(source, escape, collation);
                last = known;
            }
            return known;
        }
    }

    static Expression regexp(Expression text, Expression pattern, boolean not) {
        RegularExpression expression = RegularExpression.of(text, pattern, null);
        return Expression.of(SqlType.BOOLEAN, frame -> {
                    String value = text.text(frame);
                    java.util.regex.Matcher matcher = value == null ? null : expression.matcher(value, frame);
                    return matcher == null ? null : Comparison.of(RegularExpression.find(matcher) != not);
                })
                .constantIf(text.isConstant() && pattern.isConstant());
    }

    static boolean ignoresCase(Expression text, Expression pattern) {
        if (text.type().family() == Family.BYTES || pattern.type().family() == Family.BYTES) {
            return false;
        }
        return !TextOrder.isCaseSensitive(Collations.compared(text, pattern, "regexp_like"));
    }
}
