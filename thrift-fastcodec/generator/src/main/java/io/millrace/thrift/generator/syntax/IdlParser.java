package io.millrace.thrift.generator.syntax;

import io.millrace.thrift.generator.IdlException;
import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import java.util.ArrayList;
import java.util.List;

/** Reads a file's text into a tree, by recursive descent with one token of lookahead. <b>Threads:</b> each call is its own. */
public final class IdlParser {
    private final Tokens tokens;
    private final Problems problems;
    private final TypeParser types;
    private final DefinitionParser definitionParser;
    private final List<Header> headers = new ArrayList<>();
    private final List<Definition> definitions = new ArrayList<>();

    private IdlParser(SourceText source, Problems problems) {
        this.tokens = new Tokens(source, problems);
        this.problems = problems;
        this.types = new TypeParser(tokens);
        this.definitionParser = new DefinitionParser(tokens, types);
    }

    /**
     * Reads a file that is right.
     *
     * @throws IdlException with everything that is wrong with it
     */
    public static IdlFile parse(SourceText source) {
        Problems problems = new Problems();
        IdlFile file = parse(source, problems);
        problems.throwIfAny();
        return file;
    }

    /** Reads what can be read of a file, without the definitions that are wrong, and reports those. */
    public static IdlFile parse(SourceText source, Problems problems) {
        if (source.text().length() > SyntaxLimits.FILE_CHARACTERS) {
            problems.report(
                    Kind.LIMIT,
                    IdlPosition.of(source.file()),
                    "file too large: " + source.text().length() + " characters (expected: <= "
                            + SyntaxLimits.FILE_CHARACTERS + ")");
            return new IdlFile(source.file(), "", List.of(), List.of());
        }
        return new IdlParser(source, problems).file(source.file());
    }

    private IdlFile file(String name) {
        String doc = Keywords.startsHeader(tokens.peek()) ? tokens.peek().doc() : "";
        while (!tokens.atEnd() && !problems.isFull()) {
            readOne();
        }
        return new IdlFile(name, doc, List.copyOf(headers), List.copyOf(definitions));
    }

    private void readOne() {
        Token first = tokens.peek();
        tokens.startDefinition();
        try {
            if (Keywords.startsHeader(first)) {
                headers.add(header());
            } else {
                definitions.add(definitionParser.definition());
            }
        } catch (SyntaxFailure failure) {
            problems.reportSyntax(
                    failure.problem().kind(),
                    failure.problem().position(),
                    failure.problem().message());
            recover(first);
        }
    }

    /**
     * Goes to the next word that starts a header or definition outside all braces. Where braces do not match, such a word at
     * the start of a line counts: fields and functions have them too, but nobody writes those there.
     */
    private void recover(Token first) {
        if (tokens.peek() == first) {
            tokens.take();
        }
        while (!tokens.atEnd() && !problems.isFull()) {
            Token token = tokens.peek();
            boolean starts = Keywords.startsDefinition(token) || Keywords.startsHeader(token);
            if (starts && (!tokens.insideBraces() || token.column() == 1)) {
                return;
            }
            tokens.take();
        }
    }

    private Header header() {
        Token word = tokens.take();
        IdlPosition position = tokens.position(word);
        if (!definitions.isEmpty()) {
            problems.reportSyntax(
                    Kind.SYNTAX,
                    position,
                    "expected a definition, found '" + word.text() + "': headers stand before them");
        }
        Header read =
                switch (word.text()) {
                    case "include" -> new Header.Include(position, path(word));
                    case "cpp_include" -> new Header.CppInclude(position, path(word));
                    case "namespace" -> namespace(position);
                    default -> namespace(position, String.valueOf(Keywords.oldNamespace(word.text())));
                };
        tokens.skipSeparator();
        return read;
    }

    private String path(Token word) {
        return tokens.expectLiteral("a path in quotes after '" + word.text() + "'")
                .text();
    }

    private Header namespace(IdlPosition position) {
        if (tokens.skipSymbol('*')) {
            return namespace(position, "*");
        }
        if (tokens.peek().kind() != Token.Kind.WORD) {
            throw tokens.expected("the scope of a namespace or '*'");
        }
        return namespace(position, tokens.take().text());
    }

    private Header namespace(IdlPosition position, String scope) {
        Token name = tokens.peek();
        if (name.kind() != Token.Kind.WORD && name.kind() != Token.Kind.LITERAL) {
            throw tokens.expected("the name of a namespace");
        }
        tokens.take();
        return new Header.Namespace(position, scope, name.text(), types.annotations());
    }
}
