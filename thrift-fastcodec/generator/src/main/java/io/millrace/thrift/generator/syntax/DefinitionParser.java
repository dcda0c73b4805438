package io.millrace.thrift.generator.syntax;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** Reads one definition. */
final class DefinitionParser {
    private final Tokens tokens;
    private final TypeParser types;
    private final ConstParser constants;
    private final FieldParser fields;
    private final ServiceParser services;

    DefinitionParser(Tokens tokens, TypeParser types) {
        this.tokens = tokens;
        this.types = types;
        this.constants = new ConstParser(tokens);
        this.fields = new FieldParser(tokens, types, constants);
        this.services = new ServiceParser(tokens, types, fields);
    }

    Definition definition() {
        Token first = tokens.peek();
        if (!Keywords.startsDefinition(first)) {
            throw tokens.expected("a definition");
        }
        tokens.take();
        Definition read =
                switch (first.text()) {
                    case "typedef" -> typedef(first.doc());
                    case "const" -> constant(first.doc());
                    case "enum" -> enumeration(first.doc());
                    case "senum" -> senum(first.doc());
                    case "struct" -> struct(Definition.Struct.Kind.STRUCT, first);
                    case "union" -> struct(Definition.Struct.Kind.UNION, first);
                    case "exception" -> struct(Definition.Struct.Kind.EXCEPTION, first);
                    default -> services.service(first.doc());
                };
        tokens.skipSeparator();
        return read;
    }

    private Definition typedef(String doc) {
        TypeExpression type = types.type();
        Token name = tokens.expectName("a name for the type");
        return new Definition.Typedef(label(name, doc), type);
    }

    private Definition constant(String doc) {
        TypeExpression type = types.type();
        Token name = tokens.expectName("a constant name");
        tokens.expectSymbol('=', "after a constant name");
        ConstExpression value = constants.value();
        return new Definition.Const(label(name, doc), type, value);
    }

    private Definition enumeration(String doc) {
        Token name = tokens.expectName("an enum name");
        tokens.expectSymbol('{', "before the values of an enum");
        List<Definition.Enumeration.Item> items = new ArrayList<>();
        while (!tokens.skipSymbol('}')) {
            items.add(item());
        }
        return new Definition.Enumeration(label(name, doc), List.copyOf(items));
    }

    private Definition.Enumeration.Item item() {
        Token name = tokens.expectName("an enum value or '}'");
        OptionalLong value = tokens.skipSymbol('=')
                ? OptionalLong.of(tokens.expectWhole("a number for the enum value"))
                : OptionalLong.empty();
        Definition.Label label = label(name, name.doc());
        tokens.skipSeparator();
        return new Definition.Enumeration.Item(label, value);
    }

    private Definition senum(String doc) {
        Token name = tokens.expectName("a senum name");
        tokens.expectSymbol('{', "before the values of a senum");
        List<String> values = new ArrayList<>();
        while (!tokens.skipSymbol('}')) {
            values.add(tokens.expectLiteral("a string or '}'").text());
            tokens.skipSeparator();
        }
        return new Definition.Senum(label(name, doc), List.copyOf(values));
    }

    private Definition struct(Definition.Struct.Kind kind, Token word) {
        Token name = tokens.expectName("a name for the " + word.text());
        boolean xsdAll = tokens.skipWord("xsd_all");
        List<Field> read = fields.fields('{', '}', "before the fields of the " + word.text());
        return new Definition.Struct(label(name, word.doc()), kind, xsdAll, read);
    }

    /** The label of what has just been read, with the annotations that follow. */
    private Definition.Label label(Token name, String doc) {
        return new Definition.Label(tokens.position(name), name.text(), doc, types.annotations());
    }
}
