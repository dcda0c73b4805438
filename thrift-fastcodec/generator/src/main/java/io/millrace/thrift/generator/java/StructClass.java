package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** The class of a struct, union or exception. */
final class StructClass {
    private final StructPlan plan;
    private final Plans plans;

    StructClass(StructPlan plan, Plans plans) {
        this.plan = plan;
        this.plans = plans;
    }

    TypeSpec build(boolean isPublic) {
        TypeSpec.Builder type = TypeSpec.classBuilder(plan.self())
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(
                        isPublic ? new Modifier[] {Modifier.PUBLIC, Modifier.FINAL} : new Modifier[] {Modifier.FINAL});
        if (!plan.schema().doc().isEmpty()) {
            type.addJavadoc("$L", JavaText.comment(plan.schema().doc()));
        }
        if (plan.isException()) {
            type.superclass(Runtime.DECLARED_EXCEPTION);
            type.addField(FieldSpec.builder(
                            TypeName.LONG, "serialVersionUID", Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                    .initializer("1L")
                    .build());
        } else {
            type.addSuperinterface(Runtime.THRIFT_STRUCT);
        }
        AccessorCode accessors = new AccessorCode(plan, new ConstantCode(type, plans));
        addConstants(type);
        accessors.addFields(type);
        addState(type, accessors);
        accessors.addMethods(type);
        if (plan.isException()) {
            type.addMethod(message());
        }
        new BinaryLengthCode(plan).addTo(type);
        new BinaryWriteCode(plan).addTo(type);
        new BinaryReadCode(plan).addTo(type);
        new CompactWriteCode(plan).addTo(type);
        new CompactReadCode(plan).addTo(type);
        new ObjectCode(plan).addTo(type);
        return type.addType(reader()).build();
    }

    private void addConstants(TypeSpec.Builder type) {
        type.addField(FieldSpec.builder(
                        ParameterizedTypeName.get(Runtime.STRUCT_TYPE, plan.self()),
                        "TYPE",
                        Modifier.PUBLIC,
                        Modifier.STATIC,
                        Modifier.FINAL)
                .addJavadoc("Reads it.")
                .initializer("new $L()", readerName())
                .build());
        type.addField(constant("MEMORY", CodeBlock.of("$L", plan.memory()), "Of an object, roughly."));
        if (!plan.isUnion()) {
            CodeBlock bytes = CodeBlock.of("$L", plan.fixedBytes());
            type.addField(constant("FIXED", bytes, "Of the fields that are always written and of one size, and STOP."));
        }
        for (FieldCode field : plan.fields()) {
            type.addField(constant(field.header(), header(field), ""));
        }
    }

    static CodeBlock header(FieldCode field) {
        return CodeBlock.of("$T.$L << 24 | $L << 8", Runtime.WIRE_TYPE, JavaTypes.wire(field.type()), field.idBits());
    }

    private static FieldSpec constant(String name, CodeBlock value, String doc) {
        FieldSpec.Builder constant = FieldSpec.builder(
                        TypeName.INT, name, Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .initializer(value);
        return doc.isEmpty() ? constant.build() : constant.addJavadoc(doc).build();
    }

    private void addState(TypeSpec.Builder type, AccessorCode accessors) {
        Modifier[] modifiers = plan.isException()
                ? new Modifier[] {Modifier.PRIVATE, Modifier.TRANSIENT}
                : new Modifier[] {Modifier.PRIVATE};
        for (int i = 0; i < plan.flagWords(); i++) {
            type.addField(FieldSpec.builder(TypeName.INT, FieldCode.flags(i), modifiers)
                    .build());
        }
        if (plan.isUnion()) {
            FieldSpec.Builder which = FieldSpec.builder(TypeName.INT, "which", modifiers)
                    .addJavadoc("The id of the field that is set, or 0.");
            FieldCode first = accessors.unionDefault();
            type.addField(
                    first == null
                            ? which.build()
                            : which.initializer("$L", first.id()).build());
        }
        type.addField(FieldSpec.builder(AccessorCode.nullable(Runtime.UNKNOWN_FIELDS), "unknown", modifiers)
                .build());
    }

    /** The text of a field named {@code message} if there is one, as Apache's classes have it, else all fields. */
    private MethodSpec message() {
        MethodSpec.Builder method = MethodSpec.methodBuilder("getMessage")
                .addAnnotation(Override.class)
                .addModifiers(Modifier.PUBLIC)
                .returns(AccessorCode.nullable(TypeName.get(String.class)));
        return plan.fields().stream()
                .filter(field -> field.schema().name().equals("message") && JavaTypes.isText(field.type()))
                .findFirst()
                .map(field -> method.addStatement("return $L", field.here()))
                .orElseGet(() -> method.addStatement("return toString()"))
                .build();
    }

    private String readerName() {
        return plan.self().simpleName().equals("Type") ? "Type_" : "Type";
    }

    private TypeSpec reader() {
        return TypeSpec.classBuilder(readerName())
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC, Modifier.FINAL)
                .addSuperinterface(ParameterizedTypeName.get(Runtime.STRUCT_TYPE, plan.self()))
                .addMethod(Methods.overriding("name", TypeName.get(String.class))
                        .addStatement("return $S", plan.name())
                        .build())
                .addMethod(Methods.overriding("readBinary", plan.self())
                        .addParameter(Runtime.BINARY_INPUT, "in")
                        .addParameter(TypeName.INT, "at")
                        .addStatement("return $T.readBinary(in, at)", plan.self())
                        .build())
                .addMethod(Methods.overriding("readCompact", plan.self())
                        .addParameter(Runtime.COMPACT_INPUT, "in")
                        .addStatement("return $T.readCompact(in)", plan.self())
                        .build())
                .build();
    }
}
