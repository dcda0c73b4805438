package io.millrace.tiered;

import io.millrace.tiered.disk.ColdFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The machine's files, of which whole disks fail, are of a chosen size, or know no direct I/O. */
public final class BrokenFiles implements ColdFiles {

    private final ColdFiles real = ColdFiles.local();
    private final Set<Path> broken = ConcurrentHashMap.newKeySet();
    private final Map<Path, Long> rooms = new ConcurrentHashMap<>();
    private volatile boolean refusesDirect;

    /** Everything below fails. */
    public BrokenFiles breakDisk(Path root) {
        broken.add(root);
        return this;
    }

    /** Works again. */
    public BrokenFiles mend(Path root) {
        broken.remove(root);
        return this;
    }

    /** Says that there is so much room. */
    public BrokenFiles room(Path root, long bytes) {
        rooms.put(root, bytes);
        return this;
    }

    /** As a file system without direct I/O. */
    public void refuseDirect() {
        refusesDirect = true;
    }

    @Override
    public FileChannel open(Path file, Set<? extends OpenOption> options) throws IOException {
        return real.open(checked(file), options);
    }

    @Override
    public FileChannel openDirect(Path file, Set<? extends OpenOption> options) throws IOException {
        if (refusesDirect) {
            throw new UnsupportedOperationException("no direct I/O here");
        }
        return real.openDirect(checked(file), options);
    }

    @Override
    public void forceDirectory(Path directory) throws IOException {
        real.forceDirectory(checked(directory));
    }

    @Override
    public List<Path> list(Path directory) throws IOException {
        return real.list(checked(directory));
    }

    @Override
    public boolean exists(Path file) {
        return real.exists(file);
    }

    @Override
    public boolean isDirectory(Path file) {
        return real.isDirectory(file);
    }

    @Override
    public void createDirectories(Path directory) throws IOException {
        real.createDirectories(checked(directory));
    }

    @Override
    public void delete(Path file) throws IOException {
        real.delete(checked(file));
    }

    @Override
    public void move(Path from, Path to) throws IOException {
        real.move(checked(from), to);
    }

    @Override
    public long usableBytes(Path directory) throws IOException {
        checked(directory);
        Long room = rooms.get(directory);
        return room == null ? real.usableBytes(directory) : room;
    }

    private Path checked(Path file) throws IOException {
        if (broken.stream().anyMatch(file::startsWith)) {
            throw new IOException("Input/output error: " + file);
        }
        return file;
    }
}
