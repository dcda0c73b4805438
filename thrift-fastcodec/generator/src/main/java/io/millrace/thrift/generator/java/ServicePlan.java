package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import com.palantir.javapoet.TypeName;
import io.millrace.thrift.generator.schema.FieldSchema;
import io.millrace.thrift.generator.schema.ServiceSchema;
import io.millrace.thrift.generator.schema.StructEncoding;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A service with the classes that are made of it.
 *
 * @param client implements the service by calls
 * @param blockingClient implements its blocking form by calls
 * @param adapter implements the service by its blocking form
 * @param methods describes its functions to the runtime
 * @param functions its own, in the order of the text
 */
record ServicePlan(
        ServiceSchema schema,
        ClassName self,
        ClassName client,
        ClassName blockingClient,
        ClassName adapter,
        ClassName methods,
        @Nullable ServicePlan parent,
        List<FunctionPlan> functions) {

    private static final StructEncoding UNKNOWN = new StructEncoding(false, false, 1, 1);

    static ServicePlan of(ServiceSchema schema, @Nullable ServicePlan parent, Plans plans) {
        JavaNames names = plans.names();
        ClassName self = names.of(schema.name());
        ClassName client = names.beside(self, "Client");
        ClassName blockingClient = names.beside(self, "BlockingClient");
        ClassName adapter = names.beside(self, "OfBlocking");
        ClassName methods = names.beside(self, "Methods");
        UniqueNames functionNames = new UniqueNames(JavaWords.INHERITED_METHODS);
        UniqueNames constants = new UniqueNames(List.of());
        List<FunctionPlan> functions = new ArrayList<>();
        for (ServiceSchema.Function function : schema.functions()) {
            functions.add(function(schema, self, function, functionNames, constants, plans));
        }
        return new ServicePlan(schema, self, client, blockingClient, adapter, methods, parent, List.copyOf(functions));
    }

    private static FunctionPlan function(
            ServiceSchema service,
            ClassName self,
            ServiceSchema.Function function,
            UniqueNames functionNames,
            UniqueNames constants,
            Plans plans) {
        String part = JavaWords.capitalized(function.name());
        StructPlan arguments = struct(service, self, function, part + "Arguments", function.arguments(), plans);
        return new FunctionPlan(
                function,
                functionNames.take(function.name()),
                constants.take(JavaWords.constant(function.name())),
                arguments,
                FunctionPlan.parameters(function, plans.types()),
                function.oneway() ? null : struct(service, self, function, part + "Result", answers(function), plans),
                function.result().map(plans.types()::java).orElse(TypeName.VOID));
    }

    private static StructPlan struct(
            ServiceSchema service,
            ClassName self,
            ServiceSchema.Function function,
            String suffix,
            List<FieldSchema> fields,
            Plans plans) {
        StructSchema schema = new StructSchema(
                function.position(),
                new io.millrace.thrift.generator.schema.TypeName(
                        service.name().file(), service.name().name() + suffix),
                Definition.Struct.Kind.STRUCT,
                fields,
                UNKNOWN,
                "",
                List.of());
        return new StructPlan(schema, plans.names().beside(self, suffix), plans.types(), plans.order());
    }

    /** What is returned and the exceptions, all optional: one of them is there. */
    private static List<FieldSchema> answers(ServiceSchema.Function function) {
        List<FieldSchema> answers = new ArrayList<>();
        function.result()
                .ifPresent(type -> answers.add(new FieldSchema(
                        function.position(),
                        (short) FunctionPlan.SUCCESS,
                        "success",
                        type,
                        Field.Requiredness.OPTIONAL,
                        Optional.empty(),
                        "",
                        List.of())));
        for (FieldSchema thrown : function.exceptions()) {
            answers.add(new FieldSchema(
                    thrown.position(),
                    thrown.id(),
                    thrown.name(),
                    thrown.type(),
                    Field.Requiredness.OPTIONAL,
                    Optional.empty(),
                    "",
                    List.of()));
        }
        return answers;
    }

    /** Its functions and those that it inherits. */
    List<FunctionPlan> allFunctions() {
        List<FunctionPlan> all = new ArrayList<>(functions);
        for (ServicePlan from = parent; from != null; from = from.parent()) {
            all.addAll(from.functions());
        }
        return all;
    }
}
