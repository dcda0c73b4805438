package io.millrace.tiered.space;

import io.millrace.tiered.SpaceMark;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the data of segments in a directory of logs. Indexes do not count: Kafka makes those of active segments longer than they are.
 *
 * <p><b>Threads.</b> One, for one scan.
 */
final class DirectoryScan extends SimpleFileVisitor<Path> {

    private static final String DATA = ".log";

    /** Kafka renames a segment or a log so before it deletes it. */
    private static final String DELETED = ".deleted";

    private static final String DELETED_LOG = "-delete";

    private final Path root;
    private long dataBytes;
    private long deletedBytes;
    private boolean isInDeletedLog;

    private DirectoryScan(Path root) {
        this.root = root;
    }

    /** Looks at a directory once, against these marks. */
    static DirectoryUse use(Path root, SpaceMark high, SpaceMark low) throws IOException {
        DirectoryScan scan = new DirectoryScan(root);
        Files.walkFileTree(root, scan);
        FileStore disk = Files.getFileStore(root);
        long capacity = disk.getTotalSpace();
        long usable = disk.getUsableSpace();
        long used = high.isPercent() ? Math.max(0, capacity - usable - scan.deletedBytes) : scan.dataBytes;
        return new DirectoryUse(
                root, used, usable + scan.deletedBytes, capacity, high.bytes(capacity), low.bytes(capacity));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
        if (!folder.equals(root)) {
            isInDeletedLog = String.valueOf(folder.getFileName()).endsWith(DELETED_LOG);
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(DATA + DELETED) || (isInDeletedLog && name.endsWith(DATA))) {
            deletedBytes += attributes.size();
        } else if (name.endsWith(DATA)) {
            dataBytes += attributes.size();
        }
        return FileVisitResult.CONTINUE;
    }

    /** Kafka deletes and renames meanwhile. */
    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
        if (file.equals(root)) {
            throw e;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException e) {
        return FileVisitResult.CONTINUE;
    }
}
