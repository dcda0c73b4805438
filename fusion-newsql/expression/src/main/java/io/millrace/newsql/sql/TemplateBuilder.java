package io.millrace.newsql.sql;

import io.millrace.newsql.sql.Token.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Writes a statement's tokens for the parser, and takes its literals out. One use. */
final class TemplateBuilder {

    private static final Set<String> SIGNED_WORDS =
            Set.of("TRUNCATE", "LEFT", "RIGHT", "MOD", "REPEAT", "INSERT", "VALUES", "DATABASE", "SCHEMA", "USER");

    private final String source;
    private final List<Token> tokens;
    private final TextModes modes;
    private final boolean takesLiterals;
    private final LiteralPlaces places;
    private final StringBuilder out;
    private final List<Literal> literals = new ArrayList<>();
    private final int[] starts;
    private final int[] sources;

    TemplateBuilder(String source, List<Token> tokens, TextModes modes, boolean takesLiterals) {
        this.source = source;
        this.tokens = tokens;
        this.modes = modes;
        this.takesLiterals = takesLiterals;
        this.places = new LiteralPlaces(tokens);
        this.out = new StringBuilder(
                tokens.get(tokens.size() - 1).end() - tokens.get(0).start() + 16);
        this.starts = new int[tokens.size()];
        this.sources = new int[tokens.size()];
    }

    StatementText.Template build() {
        for (int i = 0; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            begin(i);
            boolean open = places.isOpenAt(i) && takesLiterals;
            if (open && isLiteral(token)) {
                take(literal(token));
            } else if (open && isSignOfNumber(i)) {
                refuseNegativeLimit(i);
                begin(++i);
                places.isOpenAt(i);
                take(Literal.number("-" + tokens.get(i).text()));
            } else if (isSignedWord(i)) {
                out.append('`').append(token.text()).append('`');
            } else if (!isSignOfString(i)) {
                write(token);
            }
        }
        return new StatementText.Template(out.toString(), literals, starts, sources);
    }

    private void begin(int index) {
        Token token = tokens.get(index);
        Token before = index == 0 ? null : tokens.get(index - 1);
        // The parser reads "(-?" and "--" wrongly: a sign stands apart.
        if (before != null
                && (before.end() != token.start()
                        || token.isWritten()
                        || before.isWritten()
                        || before.kind() == Kind.SYMBOL && token.kind() == Kind.SYMBOL && isSign(token))) {
            out.append(' ');
        }
        starts[index] = out.length();
        sources[index] = token.start();
    }

    private void take(Literal literal) {
        literals.add(literal);
        out.append('?');
    }

    private void write(Token token) {
        if (token.isWritten()) {
            out.append(token.text());
        } else if (token.kind() == Kind.WORD && Character.isDigit(token.text().charAt(0))) {
            out.append('`').append(token.text()).append('`');
        } else if (modes.ansiQuotes() && token.kind() == Kind.NAME) {
            out.append('`').append(token.text().replace("`", "``")).append('`');
        } else if (modes.plainBackslashes() && token.kind() == Kind.STRING) {
            out.append(source.substring(token.start(), token.end()).replace("\\", "\\\\"));
        } else if (modes.highNot() && token.is("NOT")) {
            out.append("! ");
        } else {
            out.append(source, token.start(), token.end());
        }
    }

    private void refuseNegativeLimit(int index) {
        boolean limit = tokens.get(index - 1).is("LIMIT")
                || index > 1
                        && tokens.get(index - 1).is("OFFSET")
                        && tokens.get(index - 2).kind() == Kind.NUMBER;
        if (limit) {
            throw Scanner.syntaxError(source, tokens.get(index).start());
        }
    }

    /** Whether it is the minus of a negative number, rather than an operator between two. */
    private boolean isSignOfNumber(int index) {
        return tokens.get(index).isSymbol("-")
                && index + 1 < tokens.size()
                && tokens.get(index + 1).kind() == Kind.NUMBER;
    }

    /** The parser takes the string behind a plus for a name; the plus says nothing. */
    private boolean isSignOfString(int index) {
        return tokens.get(index).isSymbol("+")
                && index + 1 < tokens.size()
                && tokens.get(index + 1).kind() == Kind.STRING
                && (index == 0 || LiteralPlaces.beginsOperand(tokens.get(index - 1)));
    }

    /** The parser does not take some words of its grammar for functions behind a sign. */
    private boolean isSignedWord(int index) {
        return index > 0
                && index + 1 < tokens.size()
                && tokens.get(index + 1).isSymbol("(")
                && tokens.get(index).kind() == Kind.WORD
                && isSign(tokens.get(index - 1))
                && SIGNED_WORDS.contains(tokens.get(index).text().toUpperCase(Locale.ROOT));
    }

    private static boolean isSign(Token token) {
        return token.text().equals("-") || token.text().equals("+");
    }

    private static boolean isLiteral(Token token) {
        return token.kind() == Kind.NUMBER || token.kind() == Kind.STRING;
    }

    private Literal literal(Token token) {
        return token.kind() == Kind.NUMBER
                ? Literal.number(token.text())
                : Literal.of(Literal.unquote(token.text(), modes));
    }
}
