package io.millrace.newsql.expression;

import io.millrace.newsql.type.SqlErrors;
import java.util.Locale;

/** A character set that a text may be said to be in. What it has no character for becomes a question mark, as MySQL does. */
enum TextCharset {
    BINARY(0),
    ASCII(0x7F),
    UTF8MB3(0xFFFF),
    UTF8MB4(Character.MAX_CODE_POINT);

    private final int last;

    TextCharset(int last) {
        this.last = last;
    }

    /** @throws io.millrace.newsql.mysql.SqlException 1115 for one that MySQL has not, 1235 for one that is not converted to */
    static TextCharset of(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "binary" -> BINARY;
            case "ascii" -> ASCII;
            case "utf8", "utf8mb3" -> UTF8MB3;
            case "utf8mb4" -> UTF8MB4;
            default -> throw Collations.isForeign(name)
                    ? SqlErrors.unsupported("character set " + name)
                    : SqlErrors.of(1115, "42000", "Unknown character set: '" + name + "'");
        };
    }

    /** The text itself if the set has all of its characters. */
    String narrow(String text) {
        if (text.codePoints().allMatch(point -> point <= last)) {
            return text;
        }
        StringBuilder narrowed = new StringBuilder(text.length());
        text.codePoints().forEach(point -> narrowed.appendCodePoint(point <= last ? point : '?'));
        return narrowed.toString();
    }

    /** A text in this set; bytes for {@link #BINARY}. */
    Expression convert(Expression text) {
        if (this == BINARY || this == UTF8MB4) {
            return text;
        }
        return new Expression(
                text.type(),
                text.nullable(),
                text.isConstant(),
                frame -> {
                    String value = text.text(frame);
                    return value == null ? null : narrow(value);
                },
                text.coercibility());
    }
}
