package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.CodeBlock;
import com.palantir.javapoet.FieldSpec;
import com.palantir.javapoet.MethodSpec;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.ParameterizedTypeName;
import com.palantir.javapoet.TypeName;
import com.palantir.javapoet.TypeSpec;
import com.palantir.javapoet.TypeVariableName;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import javax.lang.model.element.Modifier;

/** Classes that implement a service by something else: by calls to a server, or by handlers that wait. */
final class ServiceClients {
    private final ServicePlan plan;

    ServiceClients(ServicePlan plan) {
        this.plan = plan;
    }

    List<TypeSpec> build() {
        List<TypeSpec> types = new ArrayList<>(List.of(client(), blockingClient(), adapter()));
        types.add(new ServiceMethods(plan).build());
        return types;
    }

    private static TypeSpec.Builder type(ClassName name, TypeName service) {
        return TypeSpec.classBuilder(name)
                .addAnnotation(Runtime.NULL_MARKED)
                .addModifiers(Modifier.FINAL)
                .addSuperinterface(service);
    }

    private TypeSpec client() {
        TypeSpec.Builder type = type(plan.client(), plan.self());
        addCaller(type, false);
        for (FunctionPlan function : plan.functions()) {
            type.addMethod(ServiceInterface.declare(function)
                    .addAnnotation(Override.class)
                    .addCode(call(function))
                    .build());
            if (function.result() != null) {
                type.addMethod(outcome(function, function.result()));
            }
        }
        return inherit(type, false).build();
    }

    private TypeSpec blockingClient() {
        TypeSpec.Builder type = type(plan.blockingClient(), plan.self().nestedClass(ServiceInterface.BLOCKING));
        addCaller(type, true);
        for (FunctionPlan function : plan.functions()) {
            type.addMethod(ServiceInterface.declareBlocking(function)
                    .addAnnotation(Override.class)
                    .addCode(callAndWait(function))
                    .build());
        }
        return inherit(type, true).build();
    }

    private void addCaller(TypeSpec.Builder type, boolean blocking) {
        MethodSpec.Builder constructor = MethodSpec.constructorBuilder()
                .addParameter(Runtime.THRIFT_CALLER, "caller")
                .addStatement("this.caller = caller");
        type.addField(Runtime.THRIFT_CALLER, "caller", Modifier.PRIVATE, Modifier.FINAL);
        if (plan.parent() != null) {
            ClassName base = plan.parent().self();
            type.addField(FieldSpec.builder(
                            blocking ? base.nestedClass(ServiceInterface.BLOCKING) : base,
                            "base",
                            Modifier.PRIVATE,
                            Modifier.FINAL)
                    .build());
            constructor.addStatement("this.base = $T.$L(caller)", base, blocking ? "blockingClient" : "client");
        }
        type.addMethod(constructor.build());
    }

    /** Functions of the services that this one extends, whose structs are their packages' own. */
    private TypeSpec.Builder inherit(TypeSpec.Builder type, boolean blocking) {
        for (FunctionPlan function : plan.allFunctions()
                .subList(plan.functions().size(), plan.allFunctions().size())) {
            MethodSpec.Builder method =
                    blocking ? ServiceInterface.declareBlocking(function) : ServiceInterface.declare(function);
            CodeBlock call =
                    CodeBlock.of("this.base.$L($L)", function.name(), ServiceInterface.names(function.parameters()));
            type.addMethod(method.addAnnotation(Override.class)
                    .addStatement(blocking && function.isVoid() ? "$L" : "return $L", call)
                    .build());
        }
        return type;
    }

    private CodeBlock.Builder arguments(FunctionPlan function) {
        CodeBlock.Builder code = CodeBlock.builder();
        code.addStatement(
                "$T arguments = new $T()",
                function.arguments().self(),
                function.arguments().self());
        List<ParameterSpec> parameters = function.parameters();
        for (int i = 0; i < parameters.size(); i++) {
            FieldCode field = function.arguments()
                    .field(function.schema().arguments().get(i).id());
            code.addStatement(
                    "arguments.$L($L)", field.accessor(), parameters.get(i).name());
        }
        return code;
    }

    private CodeBlock call(FunctionPlan function) {
        CodeBlock.Builder code = arguments(function);
        if (function.result() == null) {
            return code.addStatement("return this.caller.send($T.$L, arguments)", plan.methods(), function.constant())
                    .build();
        }
        return code.addStatement(
                        "return this.caller.call($T.$L, arguments).thenCompose($T::outcome)",
                        plan.methods(),
                        function.constant(),
                        plan.client())
                .build();
    }

    private MethodSpec outcome(FunctionPlan function, StructPlan result) {
        CodeBlock.Builder code = CodeBlock.builder();
        for (FieldCode failure : function.failures()) {
            code.beginControlFlow("if (result.$L() != null)", failure.accessor())
                    .addStatement("return $T.failedFuture(result.$L())", CompletableFuture.class, failure.accessor())
                    .endControlFlow();
        }
        if (function.isVoid()) {
            code.addStatement("return $T.completedFuture(null)", CompletableFuture.class);
        } else {
            FieldCode success = result.field(FunctionPlan.SUCCESS);
            beginSuccess(code, success);
            code.addStatement("return $T.completedFuture(result.$L())", CompletableFuture.class, success.accessor());
            code.endControlFlow();
            code.addStatement(
                    "return $T.failedFuture($T.$L.missingResult())",
                    CompletableFuture.class,
                    plan.methods(),
                    function.constant());
        }
        return MethodSpec.methodBuilder("outcome")
                .addModifiers(Modifier.PRIVATE, Modifier.STATIC)
                .returns(ParameterizedTypeName.get(ClassName.get(CompletionStage.class), function.boxed()))
                .addParameter(result.self(), "result")
                .addCode(code.build())
                .build();
    }

    private static void beginSuccess(CodeBlock.Builder code, FieldCode success) {
        if (success.isPrimitive()) {
            code.beginControlFlow("if (result.has$L())", success.suffix());
        } else {
            code.beginControlFlow("if (result.$L() != null)", success.accessor());
        }
    }

    private CodeBlock callAndWait(FunctionPlan function) {
        CodeBlock.Builder code = arguments(function);
        StructPlan result = function.result();
        if (result == null) {
            return code.addStatement(
                            "$T.await(this.caller.send($T.$L, arguments))",
                            Runtime.THRIFT_CALLER,
                            plan.methods(),
                            function.constant())
                    .build();
        }
        CodeBlock call = CodeBlock.of(
                "$T.await(this.caller.call($T.$L, arguments))",
                Runtime.THRIFT_CALLER,
                plan.methods(),
                function.constant());
        if (function.isVoid() && function.failures().isEmpty()) {
            return code.addStatement(call).build();
        }
        code.addStatement("$T result = $L", result.self(), call);
        for (FieldCode failure : function.failures()) {
            code.beginControlFlow("if (result.$L() != null)", failure.accessor())
                    .addStatement("throw result.$L()", failure.accessor())
                    .endControlFlow();
        }
        if (!function.isVoid()) {
            FieldCode success = result.field(FunctionPlan.SUCCESS);
            beginSuccess(code, success);
            code.addStatement("return result.$L()", success.accessor()).endControlFlow();
            code.addStatement("throw $T.$L.missingResult()", plan.methods(), function.constant());
        }
        return code.build();
    }

    /** Handlers that wait, on threads that may. */
    private TypeSpec adapter() {
        ClassName blocking = plan.self().nestedClass(ServiceInterface.BLOCKING);
        TypeSpec.Builder type = type(plan.adapter(), plan.self())
                .addField(blocking, "handler", Modifier.PRIVATE, Modifier.FINAL)
                .addField(Executor.class, "on", Modifier.PRIVATE, Modifier.FINAL)
                .addMethod(MethodSpec.constructorBuilder()
                        .addParameter(blocking, "handler")
                        .addParameter(Executor.class, "on")
                        .addStatement("this.handler = handler")
                        .addStatement("this.on = on")
                        .build());
        for (FunctionPlan function : plan.allFunctions()) {
            CodeBlock call =
                    CodeBlock.of("this.handler.$L($L)", function.name(), ServiceInterface.names(function.parameters()));
            CodeBlock.Builder code = CodeBlock.builder();
            if (function.isVoid()) {
                code.add("return run(() -> {\n").indent().addStatement("$L", call);
                code.addStatement("return null").unindent().add("});\n");
            } else {
                code.addStatement("return run(() -> $L)", call);
            }
            type.addMethod(ServiceInterface.declare(function)
                    .addAnnotation(Override.class)
                    .addCode(code.build())
                    .build());
        }
        return type.addMethod(run()).build();
    }

    private static MethodSpec run() {
        TypeVariableName result = TypeVariableName.get("T", AccessorCode.nullable(ClassName.get(Object.class)));
        CodeBlock code = CodeBlock.builder()
                .addStatement("$T<T> answer = new $T<>()", CompletableFuture.class, CompletableFuture.class)
                .add("this.on.execute(() -> {\n")
                .indent()
                .beginControlFlow("try")
                .addStatement("answer.complete(call.call())")
                .nextControlFlow("catch ($T | $T failure)", Exception.class, Error.class)
                .addStatement("answer.completeExceptionally(failure)")
                .endControlFlow()
                .unindent()
                .add("});\n")
                .addStatement("return answer")
                .build();
        return MethodSpec.methodBuilder("run")
                .addModifiers(Modifier.PRIVATE)
                .addTypeVariable(result)
                .returns(ParameterizedTypeName.get(ClassName.get(CompletionStage.class), result))
                .addParameter(ParameterizedTypeName.get(ClassName.get(Callable.class), result), "call")
                .addCode(code)
                .build();
    }
}
