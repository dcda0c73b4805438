package io.millrace.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.Deflater;

/** A class path without folders: a JVM's archive of class data takes classes that come out of jars alone. */
final class ClassJars {

    private ClassJars() {}

    /** The same class path, with a jar in place of each folder: made there if it is not there yet. */
    static String of(String classPath, Path there) {
        List<String> entries = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            if (entry.endsWith(".jar")) {
                entries.add(entry);
            } else if (Files.isDirectory(Path.of(entry))) {
                entries.add(jar(Path.of(entry), there.resolve("classes-" + entries.size() + ".jar"))
                        .toString());
            }
        }
        return String.join(File.pathSeparator, entries);
    }

    private static Path jar(Path folder, Path jar) {
        if (Files.exists(jar)) {
            return jar;
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(folder)) {
            out.setLevel(Deflater.NO_COMPRESSION);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(folder.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a jar of " + folder, e);
        }
        return jar;
    }
}
