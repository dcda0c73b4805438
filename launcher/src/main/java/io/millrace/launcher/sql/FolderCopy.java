package io.millrace.launcher.sql;

import io.millrace.launcher.LauncherException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A copy of a directory that has its name only when it is whole and on the device. One use, one thread.
 *
 * <p><b>Ownership.</b> Closing it before {@link #finish} deletes what was copied.
 */
final class FolderCopy implements AutoCloseable {

    private static final String HALF = ".restoring";

    /** Is told how much is done. */
    @FunctionalInterface
    interface Progress {
        void copied(long bytes, long total);
    }

    private final Path from;
    private final Path to;
    private final Path half;

    private FolderCopy(Path from, Path to, Path half) {
        this.from = from;
        this.to = to;
        this.half = half;
    }

    /** @throws LauncherException if there is something at the place already */
    static FolderCopy begin(Path from, Path to) throws IOException {
        Path target = to.toAbsolutePath().normalize();
        if (Files.exists(target) && !isEmpty(target)) {
            throw new LauncherException(
                    "there is something already: " + to, "Name a directory that does not exist, or is empty.");
        }
        Path half = target.resolveSibling(target.getFileName() + HALF);
        Files.createDirectories(half.toAbsolutePath().getParent());
        delete(half); // Of a restore that was killed.
        Files.createDirectory(half);
        return new FolderCopy(from, target, half);
    }

    private static boolean isEmpty(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findFirst().isEmpty();
        }
    }

    /** Where the files are until the end. */
    Path half() {
        return half;
    }

    void copy(Progress progress) throws IOException {
        long total = FolderSize.of(from);
        long done = 0;
        List<Path> files;
        try (Stream<Path> walk = Files.walk(from)) {
            files = walk.toList();
        }
        for (Path file : files) {
            Path copy = half.resolve(from.relativize(file).toString());
            if (Files.isDirectory(file)) {
                Files.createDirectories(copy);
            } else {
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                done += Files.size(copy);
                progress.copied(done, total);
            }
        }
    }

    /** Forces all of it, and gives it its name. */
    void finish() throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(half)) {
            files = walk.toList();
        }
        for (Path file : files) {
            force(file);
        }
        try {
            Files.deleteIfExists(to);
        } catch (DirectoryNotEmptyException e) {
            throw new LauncherException("there is something meanwhile: " + to, e);
        }
        Files.move(half, to, StandardCopyOption.ATOMIC_MOVE);
        Path parent = to.getParent();
        if (parent != null) {
            force(parent);
        }
    }

    private static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    @Override
    public void close() throws IOException {
        delete(half);
    }

    private static void delete(Path directory) throws IOException {
        List<Path> files;
        try (Stream<Path> walk = Files.walk(directory)) {
            files = walk.sorted(Comparator.reverseOrder()).toList();
        } catch (NoSuchFileException e) {
            return;
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }
}
