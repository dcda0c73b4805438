package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Builds the services of a file. */
final class ServiceReader {
    private final Scope scope;
    private final TypeResolver types;
    private final FieldReader fields;
    private final Problems problems;

    ServiceReader(Scope scope, TypeResolver types, FieldReader fields, Problems problems) {
        this.scope = scope;
        this.types = types;
        this.fields = fields;
        this.problems = problems;
    }

    List<ServiceSchema> services(List<Definition.Service> definitions) {
        List<ServiceSchema> services = new ArrayList<>();
        definitions.forEach(definition -> services.add(service(definition)));
        checkParents(services);
        return List.copyOf(services);
    }

    private ServiceSchema service(Definition.Service definition) {
        Definition.Label label = definition.label();
        List<ServiceSchema.Function> functions = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Definition.Function function : definition.functions()) {
            if (!names.add(function.label().name())) {
                problems.report(
                        Kind.NAME,
                        function.label().position(),
                        "duplicate function: " + function.label().name() + " of service " + label.name());
            }
            functions.add(function(function));
        }
        return new ServiceSchema(
                label.position(),
                scope.typeName(label.name()),
                definition.parent().flatMap(parent -> Optional.ofNullable(parent(parent))),
                List.copyOf(functions),
                label.doc(),
                label.annotations());
    }

    private @Nullable TypeName parent(Definition.Service.Parent parent) {
        TypeName name = scope.find(parent.name(), parent.position(), (where, own) -> where.services.get(own));
        if (name == null) {
            problems.report(Kind.NAME, parent.position(), "unknown service: " + parent.name());
        }
        return name;
    }

    private ServiceSchema.Function function(Definition.Function function) {
        Definition.Label label = function.label();
        if (function.oneway()
                && (function.result().isPresent() || !function.exceptions().isEmpty())) {
            problems.report(
                    Kind.TYPE,
                    label.position(),
                    "a oneway function answers nothing: " + label.name() + " (expected: void, and no exceptions)");
        }
        List<FieldDraft> exceptions = fields.drafts(function.exceptions(), FieldReader.Place.ARGUMENTS);
        exceptions.forEach(this::checkThrown);
        return new ServiceSchema.Function(
                label.position(),
                label.name(),
                function.oneway(),
                function.result().flatMap(type -> Optional.ofNullable(types.type(type))),
                fields.finish(fields.drafts(function.arguments(), FieldReader.Place.ARGUMENTS)),
                fields.finish(exceptions),
                label.doc(),
                label.annotations());
    }

    private void checkThrown(FieldDraft thrown) {
        boolean exception = thrown.type() instanceof ThriftType.StructOf struct
                && struct.kind() == Definition.Struct.Kind.EXCEPTION;
        if (!exception) {
            problems.report(
                    Kind.TYPE,
                    thrown.field().type().position(),
                    "expected an exception, found " + thrown.type() + ": " + thrown.name());
        }
    }

    private void checkParents(List<ServiceSchema> services) {
        ServicesByName byName = new ServicesByName(services);
        DependencyOrder.of(
                services,
                byName::parent,
                circle -> problems.report(
                        Kind.CYCLE,
                        circle.get(0).position(),
                        "service cycle: "
                                + Circle.of(circle.stream()
                                        .map(service -> service.name().name())
                                        .toList())));
    }
}
