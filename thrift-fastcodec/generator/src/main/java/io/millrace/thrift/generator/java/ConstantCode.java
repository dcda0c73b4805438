package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ConstantValue;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;

/**
 * Values of the IDL within a class. What is no single expression is made in a method of its own, and by as many as it needs: a
 * class of constants may hold thousands of values, a method some hundred.
 */
final class ConstantCode {

    /** Values made in one method, at some 20 bytecodes each. */
    private static final int VALUES_A_METHOD = 200;

    private final TypeSpec.Builder owner;
    private final Plans plans;
    private int methods;

    ConstantCode(TypeSpec.Builder owner, Plans plans) {
        this.owner = owner;
        this.plans = plans;
    }

    /** What is set in a container or struct. */
    private record Part(String call, List<ThriftType> types, List<ConstantValue> values) {
        long size() {
            return values.stream().mapToLong(ConstantCode::size).sum();
        }
    }

    /** An expression for the value; methods that it calls are added to the class. */
    CodeBlock expression(ThriftType type, ConstantValue value) {
        return isSingle(type, value) ? single(type, value) : CodeBlock.of("$L()", method(type, value));
    }

    /** Values within a value, and itself. */
    static long size(ConstantValue value) {
        return 1 + children(value).mapToLong(ConstantCode::size).sum();
    }

    /** Bytes that a fresh one takes, roughly. */
    static long memory(ConstantValue value) {
        long own = 16;
        if (value instanceof ConstantValue.Text text) {
            own = 64 + 2L * text.value().length();
        } else if (value instanceof ConstantValue.Items || value instanceof ConstantValue.Entries) {
            own = 128;
        } else if (value instanceof ConstantValue.Fields) {
            own = 512;
        }
        return own + children(value).mapToLong(part -> 48 + memory(part)).sum();
    }

    private static Stream<ConstantValue> children(ConstantValue value) {
        if (value instanceof ConstantValue.Items items) {
            return items.values().stream();
        } else if (value instanceof ConstantValue.Entries map) {
            return map.entries().stream().flatMap(entry -> Stream.of(entry.key(), entry.value()));
        } else if (value instanceof ConstantValue.Fields fields) {
            return fields.settings().stream().map(ConstantValue.Fields.Setting::value);
        }
        return Stream.empty();
    }

    private static boolean isSingle(ThriftType type, ConstantValue value) {
        return children(value).findAny().isEmpty()
                || Primitive.ofElements(type) != null && size(value) <= VALUES_A_METHOD;
    }

    private CodeBlock single(ThriftType type, ConstantValue value) {
        if (value instanceof ConstantValue.Item item) {
            return CodeBlock.of(
                    "$T.$L",
                    plans.names().of(item.type()),
                    plans.items(item.type()).get(item.name()));
        } else if (type instanceof ThriftType.Base base) {
            return ScalarText.of(base.type(), value);
        }
        Primitive numbers = Primitive.ofElements(type);
        if (numbers == null
                || !(value instanceof ConstantValue.Items items)
                || items.values().isEmpty()) {
            return creation(type);
        }
        CodeBlock values = items.values().stream()
                .map(element -> single(Elements.of(type), element))
                .collect(CodeBlock.joining(", "));
        return CodeBlock.of("$T.of($L)", numbers.list(), values);
    }

    private CodeBlock creation(ThriftType type) {
        TypeName java = plans.types().java(type);
        if (type instanceof ThriftType.ListOf && Primitive.ofElements(type) == null) {
            return CodeBlock.of("new $T<>()", ArrayList.class);
        } else if (type instanceof ThriftType.SetOf) {
            return CodeBlock.of("new $T<>()", LinkedHashSet.class);
        } else if (type instanceof ThriftType.MapOf map && Primitive.map(map) == null) {
            return CodeBlock.of("new $T<>()", LinkedHashMap.class);
        }
        return CodeBlock.of("new $T()", java);
    }

    /** A method that makes the value: by itself, or by methods that put some hundred parts each into it. */
    private String method(ThriftType type, ConstantValue value) {
        CodeBlock.Builder code = CodeBlock.builder();
        Locals locals = new Locals();
        String name = locals.next("value");
        code.addStatement("$T $L = $L", plans.types().java(type), name, creation(type));
        for (List<Part> run : runs(parts(type, value))) {
            if (size(value) <= VALUES_A_METHOD) {
                run.forEach(part -> set(code, locals, name, part));
            } else {
                code.addStatement("$L($L)", filling(type, run), name);
            }
        }
        String method = nextMethod();
        owner.addMethod(MethodSpec.methodBuilder(method)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(plans.types().java(type))
                .addCode(code.addStatement("return $L", name).build())
                .build());
        return method;
    }

    private String filling(ThriftType type, List<Part> run) {
        CodeBlock.Builder code = CodeBlock.builder();
        Locals locals = new Locals();
        run.forEach(part -> set(code, locals, "value", part));
        String method = nextMethod();
        owner.addMethod(MethodSpec.methodBuilder(method)
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .addParameter(plans.types().java(type), "value")
                .addCode(code.build())
                .build());
        return method;
    }

    private String nextMethod() {
        return "newConstant" + ++methods;
    }

    private void set(CodeBlock.Builder code, Locals locals, String object, Part part) {
        List<CodeBlock> arguments = new ArrayList<>();
        for (int i = 0; i < part.values().size(); i++) {
            arguments.add(
                    nested(code, locals, part.types().get(i), part.values().get(i)));
        }
        code.addStatement("$L.$L($L)", object, part.call(), CodeBlock.join(arguments, ", "));
    }

    private CodeBlock nested(CodeBlock.Builder code, Locals locals, ThriftType type, ConstantValue value) {
        if (isSingle(type, value) || size(value) > VALUES_A_METHOD) {
            return expression(type, value);
        }
        String name = locals.next("value");
        code.addStatement("$T $L = $L", plans.types().java(type), name, creation(type));
        parts(type, value).forEach(part -> set(code, locals, name, part));
        return CodeBlock.of("$L", name);
    }

    private static List<List<Part>> runs(List<Part> parts) {
        List<List<Part>> runs = new ArrayList<>();
        long room = 0;
        for (Part part : parts) {
            if (runs.isEmpty() || part.size() > room) {
                runs.add(new ArrayList<>());
                room = VALUES_A_METHOD;
            }
            runs.get(runs.size() - 1).add(part);
            room -= part.size();
        }
        return runs;
    }

    private List<Part> parts(ThriftType type, ConstantValue value) {
        List<Part> parts = new ArrayList<>();
        if (value instanceof ConstantValue.Items items) {
            List<ThriftType> element = List.of(Elements.of(type));
            items.values().forEach(item -> parts.add(new Part("add", element, List.of(item))));
        } else if (value instanceof ConstantValue.Entries map) {
            ThriftType.MapOf of = (ThriftType.MapOf) type;
            List<ThriftType> entry = List.of(of.key(), of.value());
            map.entries().forEach(one -> parts.add(new Part("put", entry, List.of(one.key(), one.value()))));
        } else if (value instanceof ConstantValue.Fields fields) {
            StructPlan struct = plans.struct(fields.type());
            for (ConstantValue.Fields.Setting setting : fields.settings()) {
                FieldCode field = struct.field(setting.field());
                parts.add(new Part(field.accessor(), List.of(field.type()), List.of(setting.value())));
            }
        }
        return parts;
    }
}
