package io.millrace.architecture;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import io.millrace.architecture.Sources.SourceFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** What only the sources say: rules 8 and 12, the names of rule 10, and what the testkit imports. */
final class SourceRules {

    private static final Pattern METER_NAME = Pattern.compile("millrace(\\.[a-z0-9]+)+");

    private final Sources sources;

    SourceRules(Sources sources) {
        this.sources = sources;
    }

    /** Rule 8: no type has one of the words in its name. */
    List<String> bannedNames(Set<String> words) {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : sources.files()) {
            file.unit()
                    .accept(
                            new TreeScanner<@Nullable Void, @Nullable Void>() {
                                @Override
                                public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
                                    for (String word :
                                            type.getSimpleName().toString().split("(?=[A-Z])", -1)) {
                                        if (words.contains(word)) {
                                            violations.add(file.path() + ": " + type.getSimpleName() + " says " + word);
                                        }
                                    }
                                    return super.visitClass(type, null);
                                }
                            },
                            null);
        }
        return violations;
    }

    /** Rule 10: the names of meters are written in the module's enum only. Files that may say other names are left out. */
    List<String> meterNamesElsewhere(Set<String> packagesWithPropertyNames) {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : sources.files()) {
            boolean exempt = file.path().toString().endsWith("Meters.java")
                    || file.packageName().contains("." + Module.BOOT)
                    || packagesWithPropertyNames.stream().anyMatch(file.packageName()::startsWith);
            if (!exempt) {
                violations.addAll(meterNames(file));
            }
        }
        return violations;
    }

    private static List<String> meterNames(SourceFile file) {
        List<String> violations = new ArrayList<>();
        file.unit()
                .accept(
                        new TreeScanner<@Nullable Void, @Nullable Void>() {
                            @Override
                            public @Nullable Void visitLiteral(LiteralTree literal, @Nullable Void none) {
                                if (literal.getValue() instanceof String text
                                        && METER_NAME.matcher(text).matches()) {
                                    violations.add(
                                            file.path() + ": " + text + " belongs in the module's enum of meters");
                                }
                                return null;
                            }
                        },
                        null);
        return violations;
    }

    /** Rule 12, first half: each package has a documented package-info that is null-marked. */
    List<String> packagesWithoutInfo() {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : sources.files()) {
            Path info = file.path().resolveSibling("package-info.java");
            if (!Files.exists(info)) {
                violations.add(file.path().getParent() + " has no package-info.java");
            } else if (file.isPackageInfo() && !isDocumentedAndNullMarked(file)) {
                violations.add(file.path() + " lacks its comment or @NullMarked");
            }
        }
        return violations.stream().distinct().toList();
    }

    private boolean isDocumentedAndNullMarked(SourceFile info) {
        TreePath path = new TreePath(new TreePath(info.unit()), info.unit().getPackage());
        boolean marked = info.unit().getPackage().getAnnotations().stream()
                .anyMatch(annotation -> annotation.toString().contains("NullMarked"));
        return marked && sources.docs().getDocComment(path) != null;
    }

    /** Rule 12, second half: each public type says what it is. */
    List<String> undocumentedPublicTypes() {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : sources.files()) {
            new PublicTypes(file, violations).scan(file.unit(), null);
        }
        return violations;
    }

    /** Imports of our packages in the files of one package and below, other than its own. */
    List<String> importsOfOurs(String ourRoot, String importer) {
        List<String> violations = new ArrayList<>();
        for (SourceFile file : sources.files()) {
            if ((file.packageName() + ".").startsWith(importer + ".")) {
                for (ImportTree imported : file.unit().getImports()) {
                    String name = imported.getQualifiedIdentifier().toString();
                    if (name.startsWith(ourRoot + ".") && !name.startsWith(importer + ".")) {
                        violations.add(file.path() + " imports " + name);
                    }
                }
            }
        }
        return violations;
    }

    /** Visits public types, and within them public members that are types; a hidden type hides what it holds. */
    private final class PublicTypes extends TreePathScanner<@Nullable Void, @Nullable Void> {

        private final SourceFile file;
        private final List<String> violations;

        PublicTypes(SourceFile file, List<String> violations) {
            this.file = file;
            this.violations = violations;
        }

        @Override
        public @Nullable Void visitClass(ClassTree type, @Nullable Void none) {
            if (!isPublic(type)) {
                return null;
            }
            String comment = sources.docs().getDocComment(getCurrentPath());
            if (comment == null || comment.isBlank()) {
                violations.add(file.path() + ": public type " + type.getSimpleName() + " has no Javadoc");
            }
            return super.visitClass(type, null);
        }

        private boolean isPublic(ClassTree type) {
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            boolean memberOfInterface =
                    parent.getKind() == Tree.Kind.INTERFACE || parent.getKind() == Tree.Kind.ANNOTATION_TYPE;
            return memberOfInterface || type.getModifiers().getFlags().contains(Modifier.PUBLIC);
        }
    }
}
