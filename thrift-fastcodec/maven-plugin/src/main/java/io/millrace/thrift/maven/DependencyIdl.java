package io.millrace.thrift.maven;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/** The {@code .thrift} files of dependencies, in folders: a module of the same build has one, those of a jar are unpacked. */
final class DependencyIdl {

    /** Files of one jar, and bytes of each: beyond, something else is called {@code .thrift}. */
    private static final int FILES_MAX = 10_000;

    private static final int BYTES_MAX = 64 << 20;

    private final Path unpacked;

    DependencyIdl(Path unpacked) {
        this.unpacked = unpacked;
    }

    /** A folder for each dependency that has any, in the order of the dependencies. */
    List<Path> folders(List<File> dependencies) throws IOException {
        delete(unpacked);
        List<Path> folders = new ArrayList<>();
        for (File file : dependencies) {
            if (file.isDirectory()) {
                folders.add(file.toPath());
            } else if (file.getName().endsWith(".jar") && file.isFile()) {
                Path folder = unpacked.resolve(folders.size() + "-" + file.getName());
                if (unpack(file, folder) > 0) {
                    folders.add(folder);
                }
            }
        }
        return folders;
    }

    /** What dependencies had in an earlier run need not be there any more. */
    private static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    private static int unpack(File jar, Path folder) throws IOException {
        int files = 0;
        try (ZipFile zip = new ZipFile(jar)) {
            for (Enumeration<? extends ZipEntry> entries = zip.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.isDirectory() && entry.getName().endsWith(".thrift")) {
                    if (++files > FILES_MAX) {
                        throw new IOException("too many Thrift files in " + jar + " (expected: <= " + FILES_MAX + ")");
                    }
                    unpack(zip, entry, folder);
                }
            }
        }
        return files;
    }

    private static void unpack(ZipFile zip, ZipEntry entry, Path folder) throws IOException {
        Path file = folder.resolve(entry.getName()).normalize();
        if (!file.startsWith(folder.normalize())) {
            throw new IOException("not a name within a jar: " + entry.getName() + " in " + zip.getName());
        }
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] bytes = in.readNBytes(BYTES_MAX + 1);
            if (bytes.length > BYTES_MAX) {
                throw new IOException("too large: " + entry.getName() + " in " + zip.getName() + " (expected: <= "
                        + BYTES_MAX + " bytes)");
            }
            Files.createDirectories(file.getParent());
            Files.write(file, bytes);
        }
    }
}
