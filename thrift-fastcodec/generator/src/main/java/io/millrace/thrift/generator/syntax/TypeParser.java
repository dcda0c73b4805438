package io.millrace.thrift.generator.syntax;

import java.util.ArrayList;
import java.util.List;

/** Reads types, and the annotations that types and most other things bear. */
final class TypeParser {
    private final Tokens tokens;

    TypeParser(Tokens tokens) {
        this.tokens = tokens;
    }

    TypeExpression type() {
        Token first = tokens.peek();
        if (first.kind() != Token.Kind.WORD) {
            throw tokens.expected("a type");
        }
        BaseType base = BaseType.named(first.text());
        if (base != null) {
            tokens.take();
            return new TypeExpression.Base(tokens.position(first), base, annotations());
        }
        return switch (first.text()) {
            case "map", "list", "set" -> container();
            default -> {
                Token name = tokens.expectDottedName("a type");
                yield new TypeExpression.Named(tokens.position(name), name.text(), annotations());
            }
        };
    }

    private TypeExpression container() {
        tokens.enter();
        Token word = tokens.take();
        String cppType = cppType("");
        tokens.expectSymbol('<', "after '" + word.text() + "'");
        TypeExpression first = type();
        TypeExpression read =
                switch (word.text()) {
                    case "map" -> {
                        tokens.expectSymbol(',', "after the key type of a map");
                        TypeExpression value = type();
                        close(word);
                        yield new TypeExpression.MapOf(tokens.position(word), first, value, cppType, annotations());
                    }
                    case "set" -> {
                        close(word);
                        yield new TypeExpression.SetOf(tokens.position(word), first, cppType, annotations());
                    }
                    default -> {
                        close(word);
                        String later = cppType(cppType);
                        yield new TypeExpression.ListOf(tokens.position(word), first, later, annotations());
                    }
                };
        tokens.leave();
        return read;
    }

    private void close(Token word) {
        tokens.expectSymbol('>', "at the end of a " + word.text() + " type");
    }

    private String cppType(String otherwise) {
        return tokens.skipWord("cpp_type")
                ? tokens.expectLiteral("a string after 'cpp_type'").text()
                : otherwise;
    }

    /** What stands in parentheses, if there are any. */
    List<Annotation> annotations() {
        if (!tokens.skipSymbol('(')) {
            return List.of();
        }
        List<Annotation> read = new ArrayList<>();
        while (!tokens.skipSymbol(')')) {
            if (tokens.peek().kind() != Token.Kind.WORD) {
                throw tokens.expected("an annotation's name or ')'");
            }
            Token name = tokens.take();
            String value = tokens.skipSymbol('=')
                    ? tokens.expectLiteral("a string as the annotation's value").text()
                    : "1";
            read.add(new Annotation(tokens.position(name), name.text(), value));
            tokens.skipSeparator();
        }
        return List.copyOf(read);
    }
}
