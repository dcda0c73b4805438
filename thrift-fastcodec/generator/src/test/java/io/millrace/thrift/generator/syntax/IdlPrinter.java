package io.millrace.thrift.generator.syntax;

import java.util.List;
import java.util.Locale;

/** Writes trees as text that parses to the same tree. */
public final class IdlPrinter {
    private final StringBuilder out = new StringBuilder();

    private IdlPrinter() {}

    /** The text of a file. */
    public static String print(IdlFile file) {
        IdlPrinter printer = new IdlPrinter();
        printer.doc(file.doc());
        file.headers().forEach(printer::header);
        file.definitions().forEach(printer::definition);
        return printer.out.toString();
    }

    private void header(Header header) {
        if (header instanceof Header.Include include) {
            out.append("include ").append(quoted(include.path()));
        } else if (header instanceof Header.CppInclude include) {
            out.append("cpp_include ").append(quoted(include.path()));
        } else if (header instanceof Header.Namespace namespace) {
            out.append("namespace ").append(namespace.scope()).append(' ').append(quoted(namespace.name()));
            annotations(namespace.annotations());
        }
        out.append('\n');
    }

    private void definition(Definition definition) {
        doc(definition.label().doc());
        String name = definition.label().name();
        if (definition instanceof Definition.Typedef typedef) {
            out.append("typedef ").append(type(typedef.type())).append(' ').append(name);
        } else if (definition instanceof Definition.Const constant) {
            out.append("const ")
                    .append(type(constant.type()))
                    .append(' ')
                    .append(name)
                    .append(" = ");
            out.append(value(constant.value()));
        } else if (definition instanceof Definition.Enumeration enumeration) {
            out.append("enum ").append(name).append(" {\n");
            enumeration.items().forEach(this::item);
            out.append('}');
        } else if (definition instanceof Definition.Senum senum) {
            out.append("senum ").append(name).append(" {\n");
            senum.values().forEach(value -> out.append(quoted(value)).append('\n'));
            out.append('}');
        } else if (definition instanceof Definition.Struct struct) {
            out.append(struct.kind().name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(name);
            out.append(struct.xsdAll() ? " xsd_all " : " ");
            fields('{', struct.fields(), '}');
        } else if (definition instanceof Definition.Service service) {
            out.append("service ").append(name);
            service.parent().ifPresent(parent -> out.append(" extends ").append(parent.name()));
            out.append(" {\n");
            service.functions().forEach(this::function);
            out.append('}');
        }
        annotations(definition.label().annotations());
        out.append('\n');
    }

    private void item(Definition.Enumeration.Item item) {
        doc(item.label().doc());
        out.append(item.label().name());
        item.value().ifPresent(value -> out.append(" = ").append(value));
        annotations(item.label().annotations());
        out.append(",\n");
    }

    private void function(Definition.Function function) {
        doc(function.label().doc());
        out.append(function.oneway() ? "oneway " : "");
        out.append(function.result().map(IdlPrinter::type).orElse("void"));
        out.append(' ').append(function.label().name());
        fields('(', function.arguments(), ')');
        if (!function.exceptions().isEmpty()) {
            out.append(" throws ");
            fields('(', function.exceptions(), ')');
        }
        annotations(function.label().annotations());
        out.append(";\n");
    }

    private void fields(char open, List<Field> fields, char close) {
        out.append(open).append('\n');
        fields.forEach(this::field);
        out.append(close);
    }

    private void field(Field field) {
        doc(field.label().doc());
        field.id().ifPresent(id -> out.append(id).append(": "));
        if (field.requiredness() != Field.Requiredness.DEFAULT) {
            out.append(field.requiredness().name().toLowerCase(Locale.ROOT)).append(' ');
        }
        out.append(type(field.type()))
                .append(field.reference() ? " & " : " ")
                .append(field.label().name());
        field.defaultValue().ifPresent(value -> out.append(" = ").append(value(value)));
        out.append(field.xsd().optional() ? " xsd_optional" : "");
        out.append(field.xsd().nillable() ? " xsd_nillable" : "");
        if (!field.xsd().attributes().isEmpty()) {
            out.append(" xsd_attrs ");
            fields('{', field.xsd().attributes(), '}');
        }
        annotations(field.label().annotations());
        out.append(",\n");
    }

    private void doc(String doc) {
        if (!doc.isEmpty()) {
            out.append("/**\n");
            doc.lines().forEach(line -> out.append(" * ").append(line).append('\n'));
            out.append(" */\n");
        }
    }

    private void annotations(List<Annotation> annotations) {
        out.append(annotated(annotations));
    }

    private static String annotated(List<Annotation> annotations) {
        if (annotations.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(" (");
        annotations.forEach(one -> text.append(one.name())
                .append(" = ")
                .append(quoted(one.value()))
                .append(", "));
        return text.append(')').toString();
    }

    static String type(TypeExpression type) {
        String text;
        if (type instanceof TypeExpression.Base base) {
            text = base.type().word();
        } else if (type instanceof TypeExpression.Named named) {
            text = named.name();
        } else if (type instanceof TypeExpression.ListOf list) {
            text = "list" + cpp(list.cppType()) + '<' + type(list.element()) + '>';
        } else if (type instanceof TypeExpression.SetOf set) {
            text = "set" + cpp(set.cppType()) + '<' + type(set.element()) + '>';
        } else {
            TypeExpression.MapOf map = (TypeExpression.MapOf) type;
            text = "map" + cpp(map.cppType()) + '<' + type(map.key()) + ", " + type(map.value()) + '>';
        }
        return text + annotated(type.annotations());
    }

    private static String cpp(String cppType) {
        return cppType.isEmpty() ? "" : " cpp_type " + quoted(cppType) + ' ';
    }

    static String value(ConstExpression value) {
        if (value instanceof ConstExpression.Whole whole) {
            return String.valueOf(whole.value());
        } else if (value instanceof ConstExpression.Real real) {
            return String.valueOf(real.value());
        } else if (value instanceof ConstExpression.Truth truth) {
            return String.valueOf(truth.value());
        } else if (value instanceof ConstExpression.Text text) {
            return quoted(text.value());
        } else if (value instanceof ConstExpression.Name name) {
            return name.name();
        }
        StringBuilder out = new StringBuilder();
        if (value instanceof ConstExpression.Items items) {
            items.values().forEach(item -> out.append(value(item)).append(", "));
            return "[" + out + ']';
        }
        ((ConstExpression.Pairs) value).pairs().forEach(pair -> out.append(value(pair.key()))
                .append(": ")
                .append(value(pair.value()))
                .append(", "));
        return "{" + out + '}';
    }

    private static String quoted(String text) {
        return '"'
                + text.replace("\\", "\\\\")
                        .replace("\"", "\\\"")
                        .replace("\n", "\\n")
                        .replace("\r", "\\r")
                        .replace("\t", "\\t")
                + '"';
    }
}
