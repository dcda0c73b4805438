package io.millrace.tiered;

import io.millrace.testkit.disk.SimulatedFiles;
import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** A simulated disk as the storage reaches it. */
public record SimulatedColdFiles(SimulatedFiles files) implements ColdFiles {

    /** Room that is never the matter; a full disk is planned as a fault. */
    private static final long USABLE_BYTES = 1L << 40;

    @Override
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return files.open(file, options);
    }

    @Override
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        return files.openDirect(file, options);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        files.forceDirectory(directory);
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return files.list(directory);
    }

    @Override
    public boolean exists(Path file) {
        return files.exists(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        return !String.valueOf(file.getFileName()).contains(".");
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        files.createDirectories(directory);
    }

    @Override
    public void delete(Path file) throws IOException {
        files.delete(file);
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        files.move(from, to);
    }

    @Override
    public long usableBytes(Path directory) {
        return USABLE_BYTES;
    }
}
