package io.millrace.thrift.generator.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the fields of structs, of arguments and of exceptions. */
final class FieldParser {
    private final Tokens tokens;
    private final TypeParser types;
    private final ConstParser constants;

    FieldParser(Tokens tokens, TypeParser types, ConstParser constants) {
        this.tokens = tokens;
        this.types = types;
        this.constants = constants;
    }

    List<Field> fields(char open, char close, String where) {
        tokens.expectSymbol(open, where);
        List<Field> fields = new ArrayList<>();
        while (!tokens.skipSymbol(close)) {
            if (!startsField(tokens.peek())) {
                throw tokens.expected("a field or '" + close + "'");
            }
            fields.add(field());
        }
        return List.copyOf(fields);
    }

    private static boolean startsField(Token token) {
        return token.kind() == Token.Kind.INTEGER || token.kind() == Token.Kind.WORD;
    }

    private Field field() {
        String doc = tokens.peek().doc();
        OptionalLong id = id();
        Field.Requiredness requiredness = requiredness();
        TypeExpression type = types.type();
        boolean reference = tokens.skipSymbol('&');
        Token name = name();
        Optional<ConstExpression> value = tokens.skipSymbol('=') ? Optional.of(constants.value()) : Optional.empty();
        Field.Xsd xsd = xsd();
        Definition.Label label = new Definition.Label(tokens.position(name), name.text(), doc, types.annotations());
        tokens.skipSeparator();
        return new Field(label, id, requiredness, type, reference, value, xsd);
    }

    private OptionalLong id() {
        if (tokens.peek().kind() != Token.Kind.INTEGER) {
            return OptionalLong.empty();
        }
        long id = tokens.expectWhole("a field id");
        tokens.expectSymbol(':', "after a field id");
        return OptionalLong.of(id);
    }

    private Field.Requiredness requiredness() {
        if (tokens.skipWord("required")) {
            return Field.Requiredness.REQUIRED;
        }
        return tokens.skipWord("optional") ? Field.Requiredness.OPTIONAL : Field.Requiredness.DEFAULT;
    }

    private Token name() {
        Token word = tokens.peek();
        if (word.kind() != Token.Kind.WORD || !Keywords.canNameField(word.text())) {
            throw tokens.expected("a field name");
        }
        return Keywords.isKeyword(word.text()) ? tokens.take() : tokens.expectName("a field name");
    }

    private Field.Xsd xsd() {
        boolean optional = tokens.skipWord("xsd_optional");
        boolean nillable = tokens.skipWord("xsd_nillable");
        if (!tokens.skipWord("xsd_attrs")) {
            return optional || nillable ? new Field.Xsd(optional, nillable, List.of()) : Field.Xsd.NONE;
        }
        tokens.enter();
        List<Field> attributes = fields('{', '}', "after 'xsd_attrs'");
        tokens.leave();
        return new Field.Xsd(optional, nillable, attributes);
    }
}
