package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.ParameterSpec;
import com.palantir.javapoet.TypeName;
import io.millrace.thrift.generator.schema.ServiceSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of a service with what its classes call it.
 *
 * @param name of the method
 * @param constant that describes it to the runtime
 * @param arguments the struct of its arguments
 * @param parameters of the method, as many as fields of that struct, in the order of the text
 * @param result the struct of what is answered; null of a oneway function
 * @param returned by the method; {@code void} if nothing is
 */
record FunctionPlan(
        ServiceSchema.Function schema,
        String name,
        String constant,
        StructPlan arguments,
        List<ParameterSpec> parameters,
        @Nullable StructPlan result,
        TypeName returned) {

    /** The field of the result that holds what is returned; the others hold exceptions. */
    static final int SUCCESS = 0;

    /** What methods around a call have variables for. */
    private static final List<String> LOCALS = List.of("arguments", "result", "value", "failure");

    /** Parameters of a method for the function's arguments. */
    static List<ParameterSpec> parameters(ServiceSchema.Function function, JavaTypes types) {
        UniqueNames unique = new UniqueNames(LOCALS);
        List<ParameterSpec> parameters = new ArrayList<>();
        function.arguments().forEach(argument -> {
            TypeName java = types.java(argument.type());
            TypeName type = JavaTypes.isPrimitive(argument.type()) ? java : AccessorCode.nullable(java);
            parameters.add(ParameterSpec.builder(type, unique.take(types.variable(argument.name())))
                    .build());
        });
        return parameters;
    }

    boolean isVoid() {
        return returned.equals(TypeName.VOID);
    }

    /** What stands in {@code CompletionStage<…>}. */
    TypeName boxed() {
        return isVoid() ? ClassName.get(Void.class) : returned.box();
    }

    /** The exceptions of the result, by id. */
    List<FieldCode> failures() {
        return result == null
                ? List.of()
                : result.fields().stream()
                        .filter(field -> field.id() != SUCCESS)
                        .toList();
    }
}
