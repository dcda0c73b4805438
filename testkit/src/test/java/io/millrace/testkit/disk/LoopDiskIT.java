package io.millrace.testkit.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Seeds;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real file system that fills and loses power. Where none can be mounted, the reason is printed and the same is
 * asked of what can be had: a tmpfs for space, a simulated disk for both.
 */
final class LoopDiskIT {

    private static final long BYTES = 24L << 20;
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir
    private Path folder = Path.of("");

    /** Opens a file for writing, wherever it is. */
    @FunctionalInterface
    private interface Opener {

        FileChannel open(Path file) throws IOException;
    }

    @Test
    void whatWasNotForcedDoesNotOutliveThePower() throws IOException {
        if (!LoopDisk.unavailable().isEmpty()) {
            System.err.println("no loop disk, a simulated one instead: " + LoopDisk.unavailable());
            loseSimulatedPower();
            return;
        }
        try (LoopDisk disk = LoopDisk.create(folder, BYTES)) {
            try (ChildProcess child = JavaProcess.of(Writer.class)
                    .arguments(disk.root().toString())
                    .process()
                    .start()) {
                child.awaitLine("written"::equals, LIMIT);
                disk.cutPower();
                child.awaitLine(line -> line.contains("Input/output error"), LIMIT);
                child.kill();
            }
            disk.restart();
            assertThat(Files.readString(disk.root().resolve("forced"))).isEqualTo("forced");
            assertThat(disk.root().resolve("unforced")).doesNotExist();
            Files.writeString(disk.root().resolve("later"), "works again");
        }
        assertThat(folder).isEmptyDirectory();
    }

    /** Writes a file and forces it, writes another and does not, and then writes until that fails. */
    static final class Writer {

        public static void main(String[] args) throws IOException {
            Path root = Path.of(args[0]);
            try (FileChannel channel = FileChannel.open(root.resolve("forced"), WRITE, CREATE)) {
                channel.write(ByteBuffer.wrap("forced".getBytes(UTF_8)));
                channel.force(true);
            }
            try (FileChannel channel = FileChannel.open(root.resolve("unforced"), WRITE, CREATE)) {
                channel.write(ByteBuffer.allocate(4096));
                System.out.println("written");
                while (true) {
                    channel.write(ByteBuffer.allocate(4096), 0);
                }
            } catch (IOException e) {
                System.out.println(e);
            }
        }
    }

    @Test
    void aLimitMakesItSlowAndIsLifted() throws IOException {
        String why = LoopDisk.unavailable().isEmpty() ? LoopDisk.whyNoLimit() : LoopDisk.unavailable();
        assumeTrue(why.isEmpty(), "no slow disk: " + why);
        int writes = 10;
        try (LoopDisk disk = LoopDisk.create(folder, BYTES);
                FileChannel channel = FileChannel.open(disk.root().resolve("file"), WRITE, CREATE)) {
            disk.limit(writes);
            long start = System.nanoTime();
            for (int i = 0; i < writes; i++) {
                channel.write(ByteBuffer.allocate(4096), 4096L * i);
                channel.force(true);
            }
            // A force is an operation and more; the first slice of a limit is a gift.
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThan(Duration.ofMillis(400));
            disk.limit(0);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderRefusesChangesAndIsReadMeanwhile() throws IOException {
        assumeTrue(LoopDisk.unavailable().isEmpty(), "no loop disk: " + LoopDisk.unavailable());
        try (LoopDisk disk = LoopDisk.create(folder, BYTES)) {
            Path inside = Files.createDirectory(disk.root().resolve("inside"));
            Path file = Files.writeString(inside.resolve("file"), "before");
            disk.refuse(inside);
            assertThatThrownBy(() -> Files.writeString(file, "meanwhile")).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> Files.createFile(inside.resolve("other"))).isInstanceOf(IOException.class);
            assertThat(Files.readString(file)).isEqualTo("before");
            disk.accept(inside);
            assertThat(Files.readString(Files.writeString(file, "after"))).isEqualTo("after");
        }
    }

    private void loseSimulatedPower() throws IOException {
        Random random = Seeds.random("LoopDiskIT");
        SimulatedDisk disk = SimulatedDisk.create(random.nextLong());
        Path file = disk.root().resolve("forced");
        FileChannel channel = disk.files().open(file, Set.of(WRITE, CREATE));
        channel.write(ByteBuffer.allocate(100));
        channel.force(true);
        disk.files().forceDirectory(disk.root());
        disk.crash(random, CrashKind.POWER_CUT);
        assertThat(disk.bytes(file)).hasSize(100);
    }

    @Test
    void aFullDiskSaysSoUntilThereIsSpace() throws IOException {
        if (LoopDisk.unavailable().isEmpty()) {
            try (LoopDisk disk = LoopDisk.create(folder, BYTES)) {
                fill(disk.root(), file -> FileChannel.open(file, WRITE, CREATE));
            }
        } else if (TmpfsDisk.unavailable().isEmpty()) {
            System.err.println("no loop disk, a tmpfs instead: " + LoopDisk.unavailable());
            fillTmpfs();
        } else {
            System.err.println("no loop disk, no tmpfs, a simulated disk instead: " + TmpfsDisk.unavailable());
            SimulatedDisk disk = SimulatedDisk.create(Seeds.seed("LoopDiskIT"));
            disk.faults().spaceLeft(BYTES);
            fill(disk.root(), file -> disk.files().open(file, Set.of(WRITE, CREATE)));
        }
    }

    @Test
    void aTmpfsFillsAsWell() throws IOException {
        if (TmpfsDisk.unavailable().isEmpty()) {
            fillTmpfs();
            assertThat(folder).isEmptyDirectory();
        } else {
            System.err.println("no tmpfs: " + TmpfsDisk.unavailable());
            assertThatThrownBy(() -> TmpfsDisk.create(folder, 1 << 20)).isInstanceOf(IllegalStateException.class);
        }
    }

    private void fillTmpfs() throws IOException {
        try (TmpfsDisk disk = TmpfsDisk.create(folder, BYTES)) {
            fill(disk.root(), file -> FileChannel.open(file, WRITE, CREATE));
        }
    }

    private static void fill(Path root, Opener opener) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocateDirect(64 << 10);
        try (FileChannel first = opener.open(root.resolve("first"));
                FileChannel second = opener.open(root.resolve("second"))) {
            first.write(bytes.clear());
            assertThatThrownBy(() -> {
                        for (long written = 0; written <= BYTES; ) {
                            written += second.write(bytes.clear());
                        }
                    })
                    .isInstanceOf(IOException.class)
                    .hasMessage("No space left on device");
            first.write(bytes.clear(), 0);
            second.truncate(0);
            assertThat(first.write(bytes.clear())).isEqualTo(bytes.capacity());
        }
    }

    @Test
    void tooSmallForAJournalIsRefused() {
        assertThatThrownBy(() -> LoopDisk.create(folder, 1 << 20)).isInstanceOf(IllegalArgumentException.class);
    }
}
