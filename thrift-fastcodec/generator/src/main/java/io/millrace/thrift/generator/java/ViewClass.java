package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ArrayTypeName;
import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import io.millrace.thrift.generator.schema.ThriftType;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.Modifier;

/** The view of a struct: reads and patches it where it lies. */
final class ViewClass {
    private final StructPlan plan;
    private final JavaNames names;
    private final ClassName self;
    private final UniqueNames methods = new UniqueNames(List.of("close", "empty", "toBytes"));

    ViewClass(StructPlan plan, JavaNames names, ClassName self) {
        this.plan = plan;
        this.names = names;
        this.self = self;
    }

    TypeSpec build() {
        CodeBlock headers =
                plan.fields().stream().map(StructClass::header).collect(CodeBlock.joining(",\n", "{\n", "\n}"));
        TypeSpec.Builder type = TypeSpec.classBuilder(self)
                .addJavadoc("A view of {@link $T}: reads and patches it where it lies.", plan.self())
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.PUBLIC, Modifier.FINAL)
                .addSuperinterface(AutoCloseable.class)
                .addField(FieldSpec.builder(
                                ArrayTypeName.of(TypeName.INT),
                                "HEADERS",
                                Modifier.PRIVATE,
                                Modifier.STATIC,
                                Modifier.FINAL)
                        .initializer(headers)
                        .build())
                .addField(Runtime.STRUCT_VIEW, "view", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .addParameter(Runtime.STRUCT_VIEW, "view")
                        .addStatement("this.view = view")
                        .build());
        addFactories(type);
        for (int ordinal = 0; ordinal < plan.fields().size(); ordinal++) {
            addField(type, plan.fields().get(ordinal), ordinal);
        }
        return type.addMethod(MethodSpec.methodBuilder("toBytes")
                        .addJavadoc("The message as it is now.")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(ArrayTypeName.of(TypeName.BYTE))
                        .addStatement("return view.toBytes()")
                        .build())
                .addMethod(MethodSpec.methodBuilder("write")
                        .addJavadoc("Borrows the buffer and writes the message as it is now.")
                        .addModifiers(Modifier.PUBLIC)
                        .returns(TypeName.INT)
                        .addParameter(Runtime.BYTE_BUF, "to")
                        .addStatement("return view.write(to)")
                        .build())
                .addMethod(Methods.overriding("close", TypeName.VOID)
                        .addJavadoc("Gives a buffer's memory back; over an array there is nothing to close.")
                        .addStatement("view.close()")
                        .build())
                .build();
    }

    private MethodSpec.Builder factory(String name, String doc) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(doc)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(self);
    }

    private void addFactories(TypeSpec.Builder type) {
        type.addMethod(factory("over", "A view of the message that the array holds, which is shared.")
                .addParameter(ArrayTypeName.of(TypeName.BYTE), "bytes")
                .addStatement("return over(bytes, 0, bytes.length, $T.defaults())", Runtime.THRIFT_LIMITS)
                .build());
        type.addMethod(factory("over", "A view of the message that begins at {@code offset}; the array is shared.")
                .addParameter(ArrayTypeName.of(TypeName.BYTE), "bytes")
                .addParameter(TypeName.INT, "offset")
                .addParameter(TypeName.INT, "length")
                .addParameter(Runtime.THRIFT_LIMITS, "limits")
                .addStatement(
                        "return new $T($T.over(bytes, offset, length, HEADERS, limits))", self, Runtime.STRUCT_VIEW)
                .build());
        type.addMethod(factory(
                        "over",
                        "A view of the message at the reader index; borrows the buffer and shares its memory until closed.")
                .addParameter(Runtime.BYTE_BUF, "buffer")
                .addParameter(Runtime.THRIFT_LIMITS, "limits")
                .addStatement("return new $T($T.over(buffer, HEADERS, limits))", self, Runtime.STRUCT_VIEW)
                .build());
        type.addMethod(factory("empty", "A message without fields.")
                .addStatement("return new $T($T.empty(HEADERS))", self, Runtime.STRUCT_VIEW)
                .build());
        type.addMethod(
                factory("within", "A view of the struct in a field of another view, or null; for generated code.")
                        .returns(AccessorCode.nullable(self))
                        .addParameter(Runtime.STRUCT_VIEW, "outer")
                        .addParameter(TypeName.INT, "ordinal")
                        .addStatement("$T inner = outer.struct(ordinal, HEADERS)", Runtime.STRUCT_VIEW)
                        .addStatement("return inner == null ? null : new $T(inner)", self)
                        .build());
    }

    private void addField(TypeSpec.Builder type, FieldCode field, int ordinal) {
        String name = methods.take(field.accessor());
        type.addMethod(MethodSpec.methodBuilder("has" + field.suffix())
                .addModifiers(Modifier.PUBLIC)
                .returns(TypeName.BOOLEAN)
                .addStatement("return view.has($L)", ordinal)
                .build());
        type.addMethod(MethodSpec.methodBuilder("remove" + field.suffix())
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addStatement("view.remove($L)", ordinal)
                .addStatement("return this")
                .build());
        TypeName java = plan.types().java(field.type());
        MethodSpec.Builder getter = MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.PUBLIC)
                .returns(field.isPrimitive() ? java : AccessorCode.nullable(java));
        if (!field.schema().doc().isEmpty()) {
            getter.addJavadoc("$L", JavaText.comment(field.schema().doc()));
        }
        type.addMethod(getter.addStatement("return $L", read(field, ordinal)).build());
        type.addMethod(MethodSpec.methodBuilder(name)
                .addModifiers(Modifier.PUBLIC)
                .returns(self)
                .addParameter(java, "value")
                .addStatement(write(field, ordinal))
                .addStatement("return this")
                .build());
        if (field.type() instanceof ThriftType.StructOf struct) {
            addInner(type, field, ordinal, names.viewOf(struct.name()));
        }
    }

    private static void addInner(TypeSpec.Builder type, FieldCode field, int ordinal, Optional<ClassName> inner) {
        inner.ifPresent(view -> type.addMethod(MethodSpec.methodBuilder("view" + field.suffix())
                .addJavadoc("The struct where it lies.")
                .addModifiers(Modifier.PUBLIC)
                .returns(AccessorCode.nullable(view))
                .addStatement("return $T.within(view, $L)", view, ordinal)
                .build()));
    }

    private CodeBlock read(FieldCode field, int ordinal) {
        ThriftType type = field.type();
        Primitive numbers = Primitive.ofElements(type);
        if (type instanceof ThriftType.Base) {
            return CodeBlock.of("view.$L($L)", JavaTypes.call(type), ordinal);
        } else if (type instanceof ThriftType.EnumOf) {
            return CodeBlock.of(
                    "view.has($L) ? $T.of(view.i32($L)) : null",
                    ordinal,
                    plan.types().named(type),
                    ordinal);
        } else if (type instanceof ThriftType.StructOf) {
            return CodeBlock.of(
                    "view.read($L, $T::readBinary)", ordinal, plan.types().named(type));
        } else if (numbers != null) {
            return CodeBlock.of("view.read($L, $T::$L)", ordinal, Runtime.BINARY_INPUT, numbers.listCall());
        }
        return CodeBlock.of("view.read($L, $T::read$L)", ordinal, plan.self(), field.suffix());
    }

    private CodeBlock write(FieldCode field, int ordinal) {
        ThriftType type = field.type();
        Primitive numbers = Primitive.ofElements(type);
        if (type instanceof ThriftType.Base) {
            return CodeBlock.of("view.set$L($L, value)", JavaWords.capitalized(JavaTypes.call(type)), ordinal);
        } else if (type instanceof ThriftType.EnumOf) {
            return CodeBlock.of("view.setI32($L, value.number())", ordinal);
        } else if (type instanceof ThriftType.StructOf) {
            return CodeBlock.of("view.setStruct($L, value)", ordinal);
        } else if (numbers != null) {
            return CodeBlock.of(
                    "view.set($L, lengths -> 5 + $LL * value.size(), (out, at) -> out.$L(at, value))",
                    ordinal,
                    JavaTypes.fixed(Elements.of(type)),
                    numbers.listCall());
        }
        return CodeBlock.of(
                "view.set($L, lengths -> $T.lengthOf$L(value, lengths), (out, at) -> $T.write$L(out, at, value))",
                ordinal,
                plan.self(),
                field.suffix(),
                plan.self(),
                field.suffix());
    }
}
