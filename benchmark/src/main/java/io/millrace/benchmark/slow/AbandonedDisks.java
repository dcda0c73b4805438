package io.millrace.benchmark.slow;

import io.millrace.benchmark.trial.ScratchDirectory;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Takes down slow disks of runs that were killed: their processes, groups, mounts, devices and images.
 *
 * <p>A run holds a lock on a file beside its image as long as it lives, and the kernel lets go of it when the process ends, however it ends. A disk whose lock cannot be seen, for
 * example another container's, is left alone.
 */
final class AbandonedDisks {
    private final Path root;
    private final Consumer<String> watcher;

    /** @param watcher is told of each disk that was taken down */
    AbandonedDisks(Path root, Consumer<String> watcher) {
        this.root = root;
        this.watcher = watcher;
    }

    /** A disk that cannot be taken down is told of and hinders nobody. */
    void takeDown() throws IOException {
        List<Path> devices;
        try (Stream<Path> all = Files.list(LoopDevice.SYS_BLOCK)) {
            devices = all.filter(each -> each.getFileName().toString().startsWith("loop"))
                    .toList();
        }
        for (Path device : devices) {
            Path folder = folderOf(device);
            if (folder != null && !SlowDisk.isOwn(folder) && isAbandoned(folder)) {
                takeDown(device, folder);
            }
        }
    }

    private void takeDown(Path device, Path folder) {
        String name = device.getFileName().toString();
        try {
            String numbers = Files.readString(device.resolve("dev")).strip();
            ControlGroup.find(root, SlowDisk.groupOf(folder), numbers).remove();
            LoopDevice.detach(name);
            ScratchDirectory.remove(folder);
            watcher.accept("took down a slow disk that a killed run had left: " + name + ", " + folder);
        } catch (IOException e) {
            watcher.accept("a slow disk that a killed run had left stays: " + name + ", " + folder + " (" + e + ")");
        }
    }

    /** The folder of the image behind a loop device, where it is one of ours and still there. */
    private static @Nullable Path folderOf(Path device) {
        try {
            Path image = Path.of(
                    Files.readString(device.resolve("loop/backing_file")).strip());
            Path folder = image.getParent();
            boolean ours = folder != null
                    && image.endsWith(SlowDisk.IMAGE)
                    && folder.getFileName().toString().startsWith(SlowDisk.PREFIX)
                    && Files.isWritable(folder.resolve(SlowDisk.LOCK));
            return ours ? folder : null;
        } catch (IOException e) {
            return null; // Not in use, or given back just now.
        }
    }

    private static boolean isAbandoned(Path folder) {
        try (FileChannel channel = FileChannel.open(folder.resolve(SlowDisk.LOCK), StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException e) {
            return false; // Being taken down by its own run.
        }
    }
}
