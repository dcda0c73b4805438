package io.millrace.memory;

import com.sun.nio.file.ExtendedOpenOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The file systems of this machine, as the JDK reaches them. */
final class LocalFiles implements StorageFiles {

    static final LocalFiles INSTANCE = new LocalFiles();

    /** By identity: buffers are equal when their bytes are. */
    private final Map<ByteBuffer, RawBlock> mappings = Collections.synchronizedMap(new IdentityHashMap<>());

    private LocalFiles() {}

    @Override
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return FileChannel.open(file, options);
    }

    @Override
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        boolean existed = Files.exists(file);
        Set<OpenOption> direct = new HashSet<>(options);
        direct.add(ExtendedOpenOption.DIRECT);
        try {
            return FileChannel.open(file, direct);
        } catch (UnsupportedOperationException e) {
            return FileChannel.open(file, options);
        } catch (IOException e) {
            return openCached(file, options, existed, e);
        }
    }

    /**
     * The second attempt: tmpfs says EINVAL to O_DIRECT, some after they made the file, which CREATE_NEW must not
     * trip over. What was wrong with more than the flag fails here again, as itself.
     */
    private static FileChannel openCached(
            Path file, Set<? extends OpenOption> options, boolean existed, IOException direct) throws IOException {
        Set<OpenOption> cached = new HashSet<>(options);
        if (!existed && cached.remove(StandardOpenOption.CREATE_NEW)) {
            cached.add(StandardOpenOption.CREATE);
        }
        try {
            return FileChannel.open(file, cached);
        } catch (IOException e) {
            e.addSuppressed(direct);
            throw e;
        }
    }

    @Override
    public ByteBuffer map(FileChannel file, long position, int length) throws IOException {
        long size = file.size();
        if (position > size - length) {
            throw new IOException("mapping ends behind its file: position=" + position + ", length=" + length
                    + " (expected: within " + size + " bytes; write them first)");
        }
        RawBlock block = RawMemory.INSTANCE.map(file, position, length);
        mappings.put(block.buffer(), block);
        return block.buffer();
    }

    @Override
    public void unmap(ByteBuffer mapped) {
        RawBlock block = mappings.remove(mapped);
        if (block == null) {
            throw new IllegalArgumentException("not a live mapping: " + mapped);
        }
        block.free();
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
}
