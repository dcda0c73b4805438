package io.millrace.tiered.disk;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The machine's own files. */
enum LocalFiles implements ColdFiles {
    INSTANCE;

    @Override
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return FileChannel.open(file, options);
    }

    @Override
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        Set<OpenOption> direct = new HashSet<>(options);
        direct.add(ExtendedOpenOption.DIRECT);
        return FileChannel.open(file, direct);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        try (FileChannel folder = FileChannel.open(directory, StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.sorted().toList();
        }
    }

    @Override
    public boolean exists(Path file) {
        return Files.exists(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        return Files.isDirectory(file);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        Files.createDirectories(directory);
    }

    @Override
    public void delete(Path file) throws IOException {
        Files.delete(file);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }
}
