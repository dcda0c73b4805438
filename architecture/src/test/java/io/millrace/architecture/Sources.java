package io.millrace.architecture;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Java sources, parsed by the compiler that runs the tests; nothing is resolved, so each file stands alone.
 *
 * @param files every file
 * @param docs the way to their documentation comments
 */
record Sources(List<SourceFile> files, DocTrees docs) {

    private static final Set<String> SKIPPED_FOLDERS = Set.of("target", ".git", "node_modules", "data");

    /**
     * One file.
     *
     * @param path where it is
     * @param unit what it says
     */
    record SourceFile(Path path, CompilationUnitTree unit) {

        String packageName() {
            return unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        }

        boolean isPackageInfo() {
            return path.endsWith("package-info.java");
        }
    }

    /** Every file of a {@code src/main/java} folder under the repository's root. */
    static Sources ofProduct(Path root) {
        return parse(javaFiles(root).stream()
                .filter(file -> file.toString().contains("/src/main/java/"))
                .toList());
    }

    /** Every file under a folder. */
    static Sources under(Path folder) {
        return parse(javaFiles(folder));
    }

    private static Sources parse(List<Path> paths) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager manager = compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(
                null, manager, null, List.of("-proc:none"), null, manager.getJavaFileObjectsFromPaths(paths));
        List<SourceFile> files = new ArrayList<>();
        try {
            for (CompilationUnitTree unit : task.parse()) {
                files.add(new SourceFile(Path.of(unit.getSourceFile().toUri()), unit));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the sources", e);
        }
        return new Sources(List.copyOf(files), DocTrees.instance(task));
    }

    private static List<Path> javaFiles(Path root) {
        List<Path> found = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skipped = SKIPPED_FOLDERS.contains(String.valueOf(folder.getFileName()));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (file.toString().endsWith(".java")) {
                        found.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + root, e);
        }
        return found;
    }
}
