package io.millrace.thrift.generator.java;

import io.millrace.thrift.generator.GeneratedFile;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.StringWriter;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Sources through the JDK's compiler, every warning an error; nothing touches a disk. */
final class CompiledSources extends ClassLoader {
    private final Map<String, ByteArrayOutputStream> classes;

    private CompiledSources(Map<String, ByteArrayOutputStream> classes) {
        super(CompiledSources.class.getClassLoader());
        this.classes = classes;
    }

    static CompiledSources of(List<GeneratedFile> files) {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "a JDK");
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Map<String, ByteArrayOutputStream> classes = new LinkedHashMap<>();
        StandardJavaFileManager standard = compiler.getStandardFileManager(found, null, null);
        List<SourceFile> sources = files.stream().map(SourceFile::new).toList();
        boolean good = compiler.getTask(
                        new StringWriter(),
                        new MemoryClasses(standard, classes),
                        found,
                        List.of(
                                "-Xlint:all,-classfile,-processing",
                                "-Werror",
                                "-proc:none",
                                "--release",
                                "17",
                                "-parameters"),
                        null,
                        sources)
                .call();
        if (!good || !found.getDiagnostics().isEmpty()) {
            throw new AssertionError(found.getDiagnostics().stream()
                    .map(CompiledSources::describe)
                    .limit(20)
                    .collect(Collectors.joining("\n")));
        }
        return new CompiledSources(classes);
    }

    private static String describe(Diagnostic<? extends JavaFileObject> one) {
        JavaFileObject source = one.getSource();
        if (!(source instanceof SourceFile file)) {
            return one.toString();
        }
        List<String> lines = file.text.lines().toList();
        int line = (int) Math.max(1, one.getLineNumber());
        return one + "\n  | " + lines.get(Math.min(lines.size(), line) - 1);
    }

    /** The bytes of every class. */
    Map<String, byte[]> classFiles() {
        Map<String, byte[]> files = new LinkedHashMap<>();
        classes.forEach((name, bytes) -> files.put(name, bytes.toByteArray()));
        return files;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        ByteArrayOutputStream bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size());
    }

    private static final class SourceFile extends SimpleJavaFileObject {
        private final String text;

        SourceFile(GeneratedFile file) {
            super(URI.create("memory:///" + file.path()), Kind.SOURCE);
            this.text = file.text();
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }

    private static final class MemoryClasses extends ForwardingJavaFileManager<JavaFileManager> {
        private final Map<String, ByteArrayOutputStream> classes;

        MemoryClasses(JavaFileManager files, Map<String, ByteArrayOutputStream> classes) {
            super(files);
            this.classes = classes;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name + ".class"), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                    classes.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
