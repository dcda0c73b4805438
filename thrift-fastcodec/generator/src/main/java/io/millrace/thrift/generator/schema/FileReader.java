package io.millrace.thrift.generator.schema;

import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.syntax.BaseType;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Header;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Resolves one file, whose includes have been. */
final class FileReader {
    private final LoadedFile file;
    private final Scope scope;
    private final Problems problems;
    private final TypeResolver types;
    private final ConstantEvaluator evaluator;
    private final StructReader structReader;
    private final ServiceReader serviceReader;
    private final List<Definition> definitions = new ArrayList<>();

    FileReader(LoadedFile file, Scopes scopes, Problems problems) {
        this.file = file;
        this.problems = problems;
        this.scope = new Scope(file.source().file(), problems);
        scopes.add(scope);
        file.included()
                .forEach(one -> scope.include(
                        one.file().source().program(),
                        scopes.of(one.file().source().file())));
        this.types = new TypeResolver(scope, problems);
        this.evaluator = new ConstantEvaluator(scope, scopes, problems);
        FieldReader fields = new FieldReader(types, evaluator, problems);
        this.structReader = new StructReader(scope, fields, new EncodingAnalysis(scopes, scope), problems);
        this.serviceReader = new ServiceReader(scope, types, fields, problems);
    }

    SchemaFile read(String hash) {
        declare();
        List<EnumSchema> enums = enums();
        List<Definition.Typedef> typedefs = all(Definition.Typedef.class);
        types.flatten(typedefs);
        List<StructDraft> drafts = structReader.drafts(all(Definition.Struct.class));
        List<ConstantSchema> constants = constants();
        List<StructSchema> structs = structReader.finish(drafts);
        List<ServiceSchema> services = serviceReader.services(all(Definition.Service.class));
        return new SchemaFile(
                file.source().file(),
                file.source().program(),
                file.tree().doc(),
                namespaces(),
                file.included().stream()
                        .map(one -> one.file().source().file())
                        .distinct()
                        .toList(),
                typedefs.stream().map(this::typedef).toList(),
                enums,
                structs,
                constants,
                services,
                hash);
    }

    private void declare() {
        for (Definition definition : file.tree().definitions()) {
            if (!scope.declare(definition)) {
                continue;
            }
            definitions.add(definition);
            String name = definition.label().name();
            if (definition instanceof Definition.Struct struct) {
                scope.types.put(name, new ThriftType.StructOf(scope.typeName(name), struct.kind()));
            } else if (definition instanceof Definition.Enumeration) {
                scope.types.put(name, new ThriftType.EnumOf(scope.typeName(name)));
            } else if (definition instanceof Definition.Senum) {
                scope.types.put(name, new ThriftType.Base(BaseType.STRING));
            } else if (definition instanceof Definition.Service) {
                scope.services.put(name, scope.typeName(name));
            }
        }
    }

    private List<EnumSchema> enums() {
        EnumReader reader = new EnumReader(scope, problems);
        List<EnumSchema> enums = new ArrayList<>();
        for (Definition.Enumeration definition : all(Definition.Enumeration.class)) {
            EnumSchema schema = reader.read(definition);
            scope.enums.put(definition.label().name(), EnumIndex.of(schema));
            enums.add(schema);
        }
        return List.copyOf(enums);
    }

    private TypedefSchema typedef(Definition.Typedef typedef) {
        Definition.Label label = typedef.label();
        return new TypedefSchema(
                label.position(), label.name(), Objects.requireNonNull(scope.types.get(label.name())), label.doc());
    }

    /** In the order of the text, evaluated in the order in which they need each other. */
    private List<ConstantSchema> constants() {
        Map<String, Definition.Const> byName = new LinkedHashMap<>();
        all(Definition.Const.class)
                .forEach(constant -> byName.put(constant.label().name(), constant));
        Map<String, ConstantSchema> evaluated = new LinkedHashMap<>();
        for (Definition.Const constant : DependencyOrder.of(
                byName.values(), constant -> ConstantNeeds.of(constant, byName), this::reportCycle)) {
            Definition.Label label = constant.label();
            ThriftType type = types.type(constant.type());
            SizedConstant value = type == null ? null : evaluator.evaluate(constant.value(), type);
            evaluator.define(label.name(), value);
            if (value != null) {
                evaluated.put(
                        label.name(),
                        new ConstantSchema(label.position(), label.name(), value.type(), value.value(), label.doc()));
            }
        }
        return byName.keySet().stream()
                .filter(evaluated::containsKey)
                .map(evaluated::get)
                .toList();
    }

    private void reportCycle(List<Definition.Const> circle) {
        List<String> names =
                circle.stream().map(constant -> constant.label().name()).toList();
        problems.report(Kind.CYCLE, circle.get(0).label().position(), "constant cycle: " + Circle.of(names));
        names.forEach(name -> evaluator.define(name, null));
    }

    private Map<String, String> namespaces() {
        Map<String, String> namespaces = new LinkedHashMap<>();
        for (Header header : file.tree().headers()) {
            if (header instanceof Header.Namespace namespace) {
                namespaces.put(namespace.scope(), namespace.name());
            }
        }
        return Collections.unmodifiableMap(namespaces);
    }

    private <T extends Definition> List<T> all(Class<T> type) {
        return definitions.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
