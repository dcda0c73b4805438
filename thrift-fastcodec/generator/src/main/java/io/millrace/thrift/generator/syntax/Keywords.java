package io.millrace.thrift.generator.syntax;

import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Words that are not names, except of fields. {@code senum} and {@code slist} are names too: newer files may use them. */
final class Keywords {
    private static final Set<String> DEFINITIONS =
            Set.of("typedef", "const", "enum", "struct", "union", "exception", "service");

    private static final Set<String> XSD = Set.of("xsd_all", "xsd_optional", "xsd_nillable", "xsd_attrs", "cpp_type");

    private static final Set<String> OTHERS = Set.of(
            "namespace",
            "cpp_include",
            "include",
            "void",
            "map",
            "list",
            "set",
            "oneway",
            "async",
            "extends",
            "throws",
            "required",
            "optional",
            "true",
            "false");

    /** The header of files from before there was {@code namespace}, and the scope that it stands for. */
    private static final Map<String, String> OLD_NAMESPACES = Map.ofEntries(
            Map.entry("cpp_namespace", "cpp"),
            Map.entry("php_namespace", "php"),
            Map.entry("py_module", "py"),
            Map.entry("perl_package", "perl"),
            Map.entry("ruby_namespace", "rb"),
            Map.entry("smalltalk_category", "smalltalk.category"),
            Map.entry("smalltalk_prefix", "smalltalk.prefix"),
            Map.entry("java_package", "java"),
            Map.entry("cocoa_prefix", "cocoa"),
            Map.entry("csharp_namespace", "csharp"),
            Map.entry("delphi_namespace", "delphi"),
            Map.entry("xsd_namespace", "xsd"));

    private Keywords() {}

    static boolean isKeyword(String word) {
        return DEFINITIONS.contains(word)
                || OTHERS.contains(word)
                || XSD.contains(word)
                || BaseType.named(word) != null;
    }

    /** Whether a field can have this name: all words can that do not follow a field's name. */
    static boolean canNameField(String word) {
        return !XSD.contains(word);
    }

    static boolean startsDefinition(Token token) {
        return token.kind() == Token.Kind.WORD && (DEFINITIONS.contains(token.text()) || token.isWord("senum"));
    }

    static boolean startsHeader(Token token) {
        return token.isWord("include")
                || token.isWord("cpp_include")
                || token.isWord("namespace")
                || token.kind() == Token.Kind.WORD && oldNamespace(token.text()) != null;
    }

    static @Nullable String oldNamespace(String word) {
        return OLD_NAMESPACES.get(word);
    }
}
