package io.millrace.memory.testkit;

import io.millrace.memory.StorageFiles;
import io.millrace.testkit.disk.SimulatedFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The simulated disk behind our seam. */
public record SimulatedStorage(SimulatedFiles files) implements StorageFiles {

    @Override
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return files.open(file, options);
    }

    @Override
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        return files.openDirect(file, options);
    }

    @Override
    public ByteBuffer map(FileChannel file, long position, int length) throws IOException {
        return files.map(file, position, length);
    }

    @Override
    public void unmap(ByteBuffer mapped) {
        files.unmap(mapped);
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
}
