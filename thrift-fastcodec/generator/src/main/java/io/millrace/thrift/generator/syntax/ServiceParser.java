package io.millrace.thrift.generator.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads services and their functions. */
final class ServiceParser {
    private final Tokens tokens;
    private final TypeParser types;
    private final FieldParser fields;

    ServiceParser(Tokens tokens, TypeParser types, FieldParser fields) {
        this.tokens = tokens;
        this.types = types;
        this.fields = fields;
    }

    Definition.Service service(String doc) {
        Token name = tokens.expectName("a service name");
        Optional<Definition.Service.Parent> parent = parent();
        tokens.expectSymbol('{', "before the functions of a service");
        List<Definition.Function> functions = new ArrayList<>();
        while (!tokens.skipSymbol('}')) {
            if (tokens.peek().kind() != Token.Kind.WORD) {
                throw tokens.expected("a function or '}'");
            }
            functions.add(function());
        }
        return new Definition.Service(
                new Definition.Label(tokens.position(name), name.text(), doc, types.annotations()),
                parent,
                List.copyOf(functions));
    }

    private Optional<Definition.Service.Parent> parent() {
        if (!tokens.skipWord("extends")) {
            return Optional.empty();
        }
        Token name = tokens.expectDottedName("the name of the service that is extended");
        return Optional.of(new Definition.Service.Parent(tokens.position(name), name.text()));
    }

    private Definition.Function function() {
        String doc = tokens.peek().doc();
        boolean oneway = tokens.skipWord("oneway") || tokens.skipWord("async");
        Optional<TypeExpression> result = tokens.skipWord("void") ? Optional.empty() : Optional.of(types.type());
        Token name = tokens.expectName("a function name");
        List<Field> arguments = fields.fields('(', ')', "before the arguments of a function");
        List<Field> exceptions = tokens.skipWord("throws") ? fields.fields('(', ')', "after 'throws'") : List.of();
        Definition.Label label = new Definition.Label(tokens.position(name), name.text(), doc, types.annotations());
        tokens.skipSeparator();
        return new Definition.Function(label, oneway, result, arguments, exceptions);
    }
}
