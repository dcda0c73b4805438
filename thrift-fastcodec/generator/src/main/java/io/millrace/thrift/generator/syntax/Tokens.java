package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;

/** The tokens of a file with one of them in sight, and the wording of what was expected instead of it. */
final class Tokens {
    private final String file;
    private final Lexer lexer;
    private Token ahead;
    private int braces;
    private int nesting;

    Tokens(SourceText source, Problems problems) {
        this.file = source.file();
        this.lexer = new Lexer(source, problems);
        this.ahead = lexer.next();
    }

    Token peek() {
        return ahead;
    }

    boolean atEnd() {
        return ahead.kind() == Token.Kind.END;
    }

    Token take() {
        Token taken = ahead;
        if (taken.isSymbol('{')) {
            braces++;
        } else if (taken.isSymbol('}')) {
            braces--;
        }
        ahead = lexer.next();
        return taken;
    }

    boolean skipWord(String word) {
        boolean there = ahead.isWord(word);
        if (there) {
            take();
        }
        return there;
    }

    boolean skipSymbol(char symbol) {
        boolean there = ahead.isSymbol(symbol);
        if (there) {
            take();
        }
        return there;
    }

    /** A comma, a semicolon or nothing. */
    void skipSeparator() {
        if (!skipSymbol(',')) {
            skipSymbol(';');
        }
    }

    void expectSymbol(char symbol, String where) {
        if (!skipSymbol(symbol)) {
            throw expected("'" + symbol + "' " + where);
        }
    }

    /** A name without a dot. */
    Token expectName(String what) {
        Token name = expectDottedName(what);
        if (name.text().indexOf('.') >= 0) {
            throw failure(name, "expected " + what + " without a dot, found '" + Token.clipped(name.text()) + "'");
        }
        return name;
    }

    Token expectDottedName(String what) {
        if (!ahead.isName()) {
            throw expected(what);
        }
        return take();
    }

    Token expectLiteral(String what) {
        if (ahead.kind() != Token.Kind.LITERAL) {
            throw expected(what);
        }
        return take();
    }

    /** Reads a whole number's text; the lexer has checked its form. */
    long expectWhole(String what) {
        if (ahead.kind() != Token.Kind.INTEGER) {
            throw expected(what);
        }
        Token number = take();
        try {
            return Long.decode(number.text().contains("0x") ? number.text() : decimal(number.text()));
        } catch (NumberFormatException tooBig) {
            throw failure(
                    number,
                    "integer out of range: " + Token.clipped(number.text())
                            + " (expected: -9223372036854775808 to 9223372036854775807)");
        }
    }

    /** A leading zero says nothing here; to {@link Long#decode} it would say octal. */
    private static String decimal(String text) {
        int first = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
        int digits = first;
        while (digits < text.length() - 1 && text.charAt(digits) == '0') {
            digits++;
        }
        return text.substring(0, first) + text.substring(digits);
    }

    /** One level deeper; what is entered is left by {@link #leave}. */
    void enter() {
        if (++nesting > SyntaxLimits.NESTING) {
            throw new SyntaxFailure(
                    Kind.LIMIT,
                    position(ahead),
                    "nested too deeply (expected: <= " + SyntaxLimits.NESTING + " levels)");
        }
    }

    void leave() {
        nesting--;
    }

    /** A definition starts here; what the last one left open does not count. */
    void startDefinition() {
        braces = 0;
        nesting = 0;
    }

    boolean insideBraces() {
        return braces > 0;
    }

    IdlPosition position(Token token) {
        return new IdlPosition(file, token.line(), token.column());
    }

    SyntaxFailure expected(String what) {
        return failure(ahead, "expected " + what + ", found " + ahead.described());
    }

    SyntaxFailure failure(Token token, String message) {
        return new SyntaxFailure(Kind.SYNTAX, position(token), message);
    }
}
