package io.millrace.thrift.generator.syntax;

/**
 * The smallest piece of text that means something.
 *
 * @param text of a literal its value, of anything else what stands in the file
 * @param line from 1
 * @param column from 1
 * @param doc the text of the {@code /**} comment between the token before and this, or empty
 */
record Token(Kind kind, String text, int line, int column, String doc) {

    enum Kind {
        /** A name, dotted or not, or a keyword. */
        WORD,
        INTEGER,
        REAL,
        LITERAL,
        SYMBOL,
        END
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    /** A word that can name something. */
    boolean isName() {
        return kind == Kind.WORD && !Keywords.isKeyword(text);
    }

    /** How a message speaks of it. */
    String described() {
        return switch (kind) {
            case END -> "the end of the file";
            case LITERAL -> "string \"" + clipped(text) + '"';
            case INTEGER, REAL -> "number " + clipped(text);
            case SYMBOL -> "'" + text + "'";
            case WORD -> (Keywords.isKeyword(text) ? "keyword '" : "'") + clipped(text) + "'";
        };
    }

    static String clipped(String text) {
        boolean whole = text.length() <= SyntaxLimits.QUOTED_CHARACTERS;
        String start = whole ? text : text.substring(0, SyntaxLimits.QUOTED_CHARACTERS) + "…";
        return start.replace('\n', ' ').replace('\r', ' ');
    }
}
