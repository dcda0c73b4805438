package io.millrace.newsql.sql;

/**
 * One token of a statement.
 *
 * @param text as it stands in the source, without what {@link Kind} makes plain: a name without its backticks, a variable with its {@code @}
 * @param start index of its first character in the source
 * @param end index behind its last one
 */
public record Token(Kind kind, String text, int start, int end) {

    /** What a token can be. */
    public enum Kind {
        WORD,
        NAME,
        STRING,
        NUMBER,
        HEX,
        BITS,
        PARAMETER,
        VARIABLE,
        SYMBOL
    }

    /** Whether it stands in no source: its text is all there is. */
    boolean isWritten() {
        return start == end;
    }

    /** Whether it is this keyword, in any case. */
    public boolean is(String word) {
        return kind == Kind.WORD && text.equalsIgnoreCase(word);
    }

    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** Whether it names something: a word or a quoted name. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }
}
