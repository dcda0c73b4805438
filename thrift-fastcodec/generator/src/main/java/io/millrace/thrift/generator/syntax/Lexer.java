package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;

/**
 * Cuts a text into tokens, one a call, in one walk. It never fails: what is no token is reported and left out.
 *
 * <p><b>Threads:</b> one.
 */
final class Lexer {
    private static final char BYTE_ORDER_MARK = '\uFEFF';
    private static final char REPLACEMENT = '\uFFFD';
    private static final String SYMBOLS = ":;,{}()=<>[]*&";

    private final SourceText source;
    private final String text;
    private final Problems problems;
    private int at;
    private int line = 1;
    private int lineStart;
    private String doc = "";

    Lexer(SourceText source, Problems problems) {
        this.source = source;
        this.text = source.text();
        this.problems = problems;
        if (!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK) {
            at = 1;
            lineStart = 1;
        }
    }

    Token next() {
        doc = "";
        while (true) {
            skipBlanks();
            if (at == text.length()) {
                return token(Token.Kind.END, "", at);
            }
            char first = text.charAt(at);
            if (isWordStart(first)) {
                return word();
            } else if (first == '"' || first == '\'') {
                return literal(first);
            } else if (SYMBOLS.indexOf(first) >= 0) {
                at++;
                return token(Token.Kind.SYMBOL, String.valueOf(first), at - 1);
            } else if (isNumberStart(first)) {
                return number();
            }
            unknown();
        }
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == '\n') {
                at++;
                line++;
                lineStart = at;
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
                at++;
            } else if (c == '#' || text.startsWith("//", at)) {
                int end = text.indexOf('\n', at);
                at = end < 0 ? text.length() : end;
            } else if (text.startsWith("/*", at)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        int start = at;
        int end = text.indexOf("*/", start + 2);
        if (end < 0) {
            report(start, "unterminated comment (expected: \"*/\")");
            at = text.length();
            return;
        }
        if (text.startsWith("/**", start) && !isStars(start + 3, end)) {
            doc = DocText.of(text.substring(start + 3, end));
        }
        for (int i = start; i < end; i++) {
            if (text.charAt(i) == '\n') {
                line++;
                lineStart = i + 1;
            }
        }
        at = end + 2;
    }

    private boolean isStars(int from, int to) {
        for (int i = from; i < to; i++) {
            if (text.charAt(i) != '*') {
                return false;
            }
        }
        return true;
    }

    private Token word() {
        int start = at++;
        while (at < text.length() && isWordPart(at)) {
            at++;
        }
        return token(Token.Kind.WORD, text.substring(start, at), start);
    }

    /** A dot belongs to a word if the word goes on behind it. */
    private boolean isWordPart(int index) {
        char c = text.charAt(index);
        return isWordStart(c)
                || isDigit(c)
                || c == '.'
                        && index + 1 < text.length()
                        && (isWordStart(text.charAt(index + 1)) || isDigit(text.charAt(index + 1)));
    }

    private Token number() {
        int start = at;
        NumberText number = NumberText.at(text, start);
        int end = number.end();
        while (end < text.length() && (text.charAt(end) == '.' || isWordPart(end))) {
            end++;
        }
        at = end;
        String written = text.substring(start, end);
        if (number.end() < end || number.kind() == NumberText.Kind.NONE) {
            report(start, "malformed number: " + Token.clipped(written));
            return token(Token.Kind.INTEGER, "0", start);
        }
        return token(number.kind() == NumberText.Kind.REAL ? Token.Kind.REAL : Token.Kind.INTEGER, written, start);
    }

    private Token literal(char quote) {
        int start = at++;
        StringBuilder value = new StringBuilder();
        while (at < text.length()) {
            char c = text.charAt(at);
            if (c == quote) {
                at++;
                return token(Token.Kind.LITERAL, value.toString(), start);
            } else if (c == '\n') {
                break;
            } else if (c == '\\') {
                escape(value);
            } else {
                if (c == REPLACEMENT && source.damaged()) {
                    report(at, "not UTF-8 in a string");
                }
                value.append(c);
                at++;
            }
        }
        report(start, "unterminated string (expected: " + quote + " before the end of the line)");
        return token(Token.Kind.LITERAL, value.toString(), start);
    }

    private void escape(StringBuilder value) {
        char escaped = at + 1 < text.length() ? text.charAt(at + 1) : '\n';
        switch (escaped) {
            case 'r' -> value.append('\r');
            case 'n' -> value.append('\n');
            case 't' -> value.append('\t');
            case '"', '\'', '\\' -> value.append(escaped);
            case '\n' -> {
                at++;
                return;
            }
            default -> report(
                    at, "unknown escape in a string: \\" + escaped + " (expected: \\r \\n \\t \\\" \\' \\\\)");
        }
        at += 2;
    }

    private void unknown() {
        int character = text.codePointAt(at);
        report(
                at,
                character > ' ' && character < 127
                        ? "unexpected character: '" + (char) character + "'"
                        : String.format("unexpected character: U+%04X", character));
        at += Character.charCount(character);
    }

    private Token token(Token.Kind kind, String tokenText, int start) {
        return new Token(kind, tokenText, line, start - lineStart + 1, doc);
    }

    private void report(int index, String message) {
        problems.reportSyntax(Kind.SYNTAX, new IdlPosition(source.file(), line, index - lineStart + 1), message);
    }

    private static boolean isNumberStart(char c) {
        return isDigit(c) || c == '+' || c == '-' || c == '.';
    }

    static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isWordStart(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_';
    }
}
