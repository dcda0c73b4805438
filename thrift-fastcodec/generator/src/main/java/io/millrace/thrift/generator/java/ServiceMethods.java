package io.millrace.thrift.generator.java;

import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeSpec;
import javax.lang.model.element.Modifier;

/** The functions of a service as the runtime knows them. */
final class ServiceMethods {
    private final ServicePlan plan;

    ServiceMethods(ServicePlan plan) {
        this.plan = plan;
    }

    TypeSpec build() {
        TypeSpec.Builder type = TypeSpec.classBuilder(plan.methods())
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addModifiers(Modifier.PRIVATE)
                        .build());
        for (FunctionPlan function : plan.functions()) {
            StructPlan result = function.result();
            if (result == null) {
                type.addField(oneway(function));
                continue;
            }
            type.addField(answered(function, result));
            if (!function.failures().isEmpty()) {
                type.addMethod(declared(function, result));
            }
        }
        return type.build();
    }

    private static FieldSpec oneway(FunctionPlan function) {
        return FieldSpec.builder(
                        ParameterizedTypeName.get(
                                Runtime.THRIFT_ONEWAY_METHOD,
                                function.arguments().self()),
                        function.constant(),
                        Modifier.STATIC,
                        Modifier.FINAL)
                .initializer(
                        "new $T<>($S, $T.TYPE)",
                        Runtime.THRIFT_ONEWAY_METHOD,
                        function.schema().name(),
                        function.arguments().self())
                .build();
    }

    private FieldSpec answered(FunctionPlan function, StructPlan result) {
        CodeBlock declared = function.failures().isEmpty()
                ? CodeBlock.of("thrown -> null")
                : CodeBlock.of("$T::of$L", plan.methods(), function.constant());
        return FieldSpec.builder(
                        ParameterizedTypeName.get(
                                Runtime.THRIFT_METHOD, function.arguments().self(), result.self()),
                        function.constant(),
                        Modifier.STATIC,
                        Modifier.FINAL)
                .initializer(
                        "new $T<>($S, $T.TYPE, $T.TYPE, $L)",
                        Runtime.THRIFT_METHOD,
                        function.schema().name(),
                        function.arguments().self(),
                        result.self(),
                        declared)
                .build();
    }

    private static MethodSpec declared(FunctionPlan function, StructPlan result) {
        CodeBlock.Builder code = CodeBlock.builder();
        int number = 0;
        for (FieldCode failure : function.failures()) {
            String name = "thrown" + ++number;
            code.beginControlFlow(
                            "if (thrown instanceof $T $L)",
                            function.arguments().types().java(failure.type()),
                            name)
                    .addStatement("return new $T().$L($L)", result.self(), failure.accessor(), name)
                    .endControlFlow();
        }
        return MethodSpec.methodBuilder("of" + function.constant())
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(AccessorCode.nullable(result.self()))
                .addParameter(Runtime.DECLARED_EXCEPTION, "thrown")
                .addCode(code.addStatement("return null").build())
                .build();
    }
}
