package io.millrace.thrift.generator.java;

import com.palantir.javapoet.ClassName;
import io.millrace.thrift.generator.IdlPosition;
import io.millrace.thrift.generator.IdlProblem.Kind;
import io.millrace.thrift.generator.schema.EnumSchema;
import io.millrace.thrift.generator.schema.Schema;
import io.millrace.thrift.generator.schema.SchemaFile;
import io.millrace.thrift.generator.schema.ServiceSchema;
import io.millrace.thrift.generator.schema.StructSchema;
import io.millrace.thrift.generator.schema.TypeName;
import io.millrace.thrift.generator.syntax.Definition;
import io.millrace.thrift.generator.syntax.Problems;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class of each definition. What the IDL names comes first and keeps its name if Java lets it; what is made beside it, such as
 * views, gets out of its way. Names differ in more than case, as not all file systems tell that.
 */
final class JavaNames {

    /** Scopes of namespaces that say where Java's classes go, the closer one first. */
    private static final String[] SCOPES = {"java", "*"};

    private final Problems problems;
    private final Map<String, Map<String, String>> takenByPackage = new HashMap<>();
    private final Set<String> all = new HashSet<>();
    private final Map<TypeName, ClassName> classes = new HashMap<>();
    private final Map<TypeName, ClassName> views = new HashMap<>();
    private final Map<String, ClassName> constants = new TreeMap<>();

    JavaNames(Schema schema, Problems problems) {
        this.problems = problems;
        schema.files().forEach(this::declare);
        schema.files().forEach(this::derive);
    }

    /** Of a struct, enum or service. */
    ClassName of(TypeName name) {
        return Objects.requireNonNull(classes.get(name), name::toString);
    }

    /** Whether any class is called so, in whatever package. */
    boolean isClass(String name) {
        return all.contains(name);
    }

    /** Of a struct's view, if it has one. */
    Optional<ClassName> viewOf(TypeName name) {
        return Optional.ofNullable(views.get(name));
    }

    /** Of a file's constants. */
    ClassName constantsOf(SchemaFile file) {
        return Objects.requireNonNull(constants.get(file.file()), file::file);
    }

    /** Of something that is made beside a service. */
    ClassName beside(ClassName service, String suffix) {
        return ClassName.get(service.packageName(), free(service.packageName(), service.simpleName() + suffix));
    }

    /** Whether {@code java.lang}'s own names mean something else in a package. */
    boolean hidesJavaLang(String packageName) {
        return taken(packageName).values().stream().anyMatch(JavaNames::isInJavaLang);
    }

    private static boolean isInJavaLang(String name) {
        try {
            Class.forName("java.lang." + name, false, null);
            return true;
        } catch (ClassNotFoundException none) {
            return false;
        }
    }

    private void declare(SchemaFile file) {
        String packageName = packageOf(file);
        for (EnumSchema item : file.enums()) {
            declare(packageName, item.name(), item.position());
        }
        for (StructSchema struct : file.structs()) {
            declare(packageName, struct.name(), struct.position());
        }
        for (ServiceSchema service : file.services()) {
            declare(packageName, service.name(), service.position());
        }
    }

    private void declare(String packageName, TypeName name, IdlPosition position) {
        if (taken(packageName).containsValue(name.name())) {
            problems.report(
                    Kind.NAME,
                    position,
                    "two definitions are the same class: " + name.name() + " in package " + packageName);
        }
        classes.put(name, ClassName.get(packageName, free(packageName, name.name())));
    }

    private void derive(SchemaFile file) {
        String packageName = packageOf(file);
        for (StructSchema struct : file.structs()) {
            if (struct.kind() == Definition.Struct.Kind.STRUCT) {
                String view = of(struct.name()).simpleName() + "View";
                views.put(struct.name(), ClassName.get(packageName, free(packageName, view)));
            }
        }
        if (!file.constants().isEmpty()) {
            String name = Stream.of(file.program().split("[^A-Za-z0-9]+"))
                    .filter(part -> !part.isEmpty())
                    .map(JavaWords::capitalized)
                    .collect(Collectors.joining());
            boolean word = JavaWords.isTypeName(name);
            constants.put(
                    file.file(),
                    ClassName.get(packageName, free(packageName, (word ? name : "Thrift" + name) + "Constants")));
        }
    }

    private String free(String packageName, String wanted) {
        Map<String, String> taken = taken(packageName);
        String name = JavaWords.isTypeName(wanted) && !FieldCode.isLocal(wanted) ? wanted : wanted + '_';
        while (taken.putIfAbsent(name.toLowerCase(Locale.ROOT), name) != null) {
            name += '_';
        }
        all.add(name);
        return name;
    }

    private Map<String, String> taken(String packageName) {
        return takenByPackage.computeIfAbsent(packageName, any -> new HashMap<>());
    }

    /** As the file says for Java or for all languages; else by its own name, as classes without a package cannot be imported. */
    private static String packageOf(SchemaFile file) {
        for (String scope : SCOPES) {
            String name = file.namespaces().get(scope);
            if (name != null) {
                return words(name);
            }
        }
        return words(file.program().toLowerCase(Locale.ROOT));
    }

    private static String words(String name) {
        return Stream.of(name.split("\\."))
                .map(word -> word.replaceAll("[^A-Za-z0-9_]", "_"))
                .map(word -> word.isEmpty() || Character.isDigit(word.charAt(0)) ? '_' + word : word)
                .map(word -> JavaWords.isName(word) ? word : word + '_')
                .collect(Collectors.joining("."));
    }
}
