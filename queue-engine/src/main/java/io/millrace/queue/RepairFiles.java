package io.millrace.queue;

import io.millrace.memory.StorageFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Keeps what a repair replaces, under the same name with {@value #SUFFIX}. */
final class RepairFiles {

    static final String SUFFIX = ".damaged";

    private static final int COPY_BYTES = 1 << 20;

    private final StorageFiles files;
    private final List<Path> kept = new ArrayList<>();

    RepairFiles(StorageFiles files) {
        this.files = files;
    }

    /** Copies a file that is about to be changed; on the device when it returns. */
    void keepCopy(Path file) throws IOException {
        Path copy = free(file);
        try (FileChannel from = files.open(file, Set.of(StandardOpenOption.READ));
                FileChannel to = files.open(
                        copy,
                        Set.of(
                                StandardOpenOption.WRITE,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.TRUNCATE_EXISTING))) {
            ByteBuffer buffer = ByteBuffer.allocate(COPY_BYTES);
            for (long at = 0; from.read(buffer.clear(), at) > 0; ) {
                buffer.flip();
                at += buffer.remaining();
                while (buffer.hasRemaining()) {
                    to.write(buffer);
                }
            }
            to.force(true);
        }
        kept.add(copy);
    }

    /** Takes a file out of the store. */
    void setAside(Path file) throws IOException {
        Path aside = free(file);
        files.move(file, aside);
        kept.add(aside);
    }

    List<Path> kept() {
        return kept;
    }

    private Path free(Path file) {
        Path name = file.resolveSibling(file.getFileName() + SUFFIX);
        for (int i = 2; files.exists(name); i++) {
            name = file.resolveSibling(file.getFileName() + "." + i + SUFFIX);
        }
        return name;
    }
}
