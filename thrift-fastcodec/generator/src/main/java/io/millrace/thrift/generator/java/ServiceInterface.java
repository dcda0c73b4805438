package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.lang.model.element.Modifier;

/** The interface of a service: what its users call and its servers implement, and the ways between the two. */
final class ServiceInterface {
    static final String BLOCKING = "Blocking";

    private final ServicePlan plan;

    ServiceInterface(ServicePlan plan) {
        this.plan = plan;
    }

    TypeSpec build() {
        TypeSpec.Builder type = TypeSpec.interfaceBuilder(plan.self())
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.PUBLIC);
        if (!plan.schema().doc().isEmpty()) {
            type.addJavadoc("$L\n\n<p>", JavaText.comment(plan.schema().doc()));
        }
        type.addJavadoc(
                "A handler's stages may complete on any thread, with an exception that the function declares or any other. "
                        + "Arguments are null where a caller left them out.");
        TypeSpec.Builder blocking = TypeSpec.interfaceBuilder(BLOCKING)
                .addJavadoc("The same functions for threads that may wait.")
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC);
        if (plan.parent() != null) {
            type.addSuperinterface(plan.parent().self());
            blocking.addSuperinterface(plan.parent().self().nestedClass(BLOCKING));
        }
        for (FunctionPlan function : plan.functions()) {
            type.addMethod(document(declare(function), function)
                    .addModifiers(Modifier.ABSTRACT)
                    .build());
            blocking.addMethod(document(declareBlocking(function), function)
                    .addModifiers(Modifier.ABSTRACT)
                    .build());
        }
        addFactories(type);
        return type.addType(blocking.build()).build();
    }

    private static MethodSpec.Builder document(MethodSpec.Builder method, FunctionPlan function) {
        String doc = function.schema().doc();
        return doc.isEmpty() ? method : method.addJavadoc("$L", JavaText.comment(doc));
    }

    /** The function as a method that answers later. */
    static MethodSpec.Builder declare(FunctionPlan function) {
        return MethodSpec.methodBuilder(function.name())
                .addModifiers(Modifier.PUBLIC)
                .returns(ParameterizedTypeName.get(ClassName.get(CompletionStage.class), function.boxed()))
                .addParameters(function.parameters());
    }

    /** The function as a method that waits. */
    static MethodSpec.Builder declareBlocking(FunctionPlan function) {
        MethodSpec.Builder method = MethodSpec.methodBuilder(function.name())
                .addModifiers(Modifier.PUBLIC)
                .returns(function.returned())
                .addParameters(function.parameters());
        List<TypeName> thrown = new ArrayList<>();
        for (FieldCode failure : function.failures()) {
            TypeName type = function.arguments().types().java(failure.type());
            if (!thrown.contains(type)) {
                thrown.add(type);
            }
        }
        thrown.forEach(method::addException);
        return method;
    }

    static CodeBlock names(List<ParameterSpec> parameters) {
        return parameters.stream().map(one -> CodeBlock.of("$L", one.name())).collect(CodeBlock.joining(", "));
    }

    private void addFactories(TypeSpec.Builder type) {
        ClassName blocking = plan.self().nestedClass(BLOCKING);
        type.addMethod(factory("client", plan.self(), "Calls a server.")
                .addParameter(Runtime.THRIFT_CALLER, "caller")
                .addStatement("return new $T(caller)", plan.client())
                .build());
        type.addMethod(
                factory("blockingClient", blocking, "Calls a server and waits for its answers; not for event loops.")
                        .addParameter(Runtime.THRIFT_CALLER, "caller")
                        .addStatement("return new $T(caller)", plan.blockingClient())
                        .build());
        type.addMethod(factory("blocking", plan.self(), "Runs a handler that may wait on the executor's threads.")
                .addParameter(blocking, "handler")
                .addParameter(Executor.class, "on")
                .addStatement("return new $T(handler, on)", plan.adapter())
                .build());
        type.addMethod(factory("service", Runtime.THRIFT_SERVICE, "What a server serves, under the service's name.")
                .addParameter(plan.self(), "handler")
                .addCode(service())
                .build());
    }

    private static MethodSpec.Builder factory(String name, TypeName result, String doc) {
        return MethodSpec.methodBuilder(name)
                .addJavadoc(doc)
                .addModifiers(Modifier.PUBLIC, Modifier.STATIC)
                .returns(result);
    }

    private CodeBlock service() {
        CodeBlock.Builder code = CodeBlock.builder();
        code.addStatement(
                "$T.Builder service = $T.named($S)",
                Runtime.THRIFT_SERVICE,
                Runtime.THRIFT_SERVICE,
                plan.schema().name().name());
        if (plan.parent() != null) {
            code.addStatement("service.with($T.service(handler))", plan.parent().self());
        }
        for (FunctionPlan function : plan.functions()) {
            code.addStatement(
                    "service.$L($T.$L, arguments -> handler.$L($L)$L)",
                    function.result() == null ? "oneway" : "method",
                    plan.methods(),
                    function.constant(),
                    function.name(),
                    arguments(function),
                    answer(function));
        }
        return code.addStatement("return service.build()").build();
    }

    private static CodeBlock arguments(FunctionPlan function) {
        return function.schema().arguments().stream()
                .map(argument -> CodeBlock.of(
                        "arguments.$L()",
                        function.arguments().field(argument.id()).accessor()))
                .collect(CodeBlock.joining(", "));
    }

    private static CodeBlock answer(FunctionPlan function) {
        StructPlan result = function.result();
        if (result == null) {
            return CodeBlock.of("");
        } else if (function.isVoid()) {
            return CodeBlock.of(".thenApply(nothing -> new $T())", result.self());
        }
        return CodeBlock.of(
                ".thenApply(value -> new $T().$L(value))",
                result.self(),
                result.field(FunctionPlan.SUCCESS).accessor());
    }
}
