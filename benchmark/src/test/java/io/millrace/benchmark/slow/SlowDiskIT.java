package io.millrace.benchmark.slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real devices, where the machine gives them; the reason is printed where it does not. */
class SlowDiskIT {
    /** What the probe writes in a second has to fit. */
    static final DiskLimits LIMITS = new DiskLimits(32 << 20, 2000);

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @TempDir
    private Path directory = Path.of("");

    private final List<String> said = new ArrayList<>();

    @Test
    void tellsItsPartsApartAndLeavesNothing() throws IOException {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("one", 64L << 20);
        parts.put("two", 64L << 20);
        Path group;
        try (SlowDisk disk = create(parts)) {
            DeviceStat before = DeviceStat.of(disk.part("two").stat());
            DeviceStat other = DeviceStat.of(disk.part("one").stat());
            SystemCommand.run(
                    "dd",
                    "if=/dev/zero",
                    "of=" + disk.part("two").root().resolve("file"),
                    "bs=1M",
                    "count=8",
                    "oflag=direct");

            assertThat(DeviceStat.of(disk.part("two").stat()).since(before).writtenBytes())
                    .isBetween(8L << 20, 16L << 20);
            assertThat(DeviceStat.of(disk.part("one").stat()).since(other).writtenBytes())
                    .isLessThan(1 << 20);
            group = disk.joinFiles().get(0).resolveSibling("");
            assertThat(group).exists();
        }
        assertThat(group).doesNotExist();
        assertThat(directory).isEmptyDirectory();
        assertThat(mounts()).doesNotContain(directory.toString());
        assertThat(said).isEmpty();
    }

    @Test
    void takesDownWhatAKilledRunLeftAndNothingElse() throws Exception {
        try (Children children = new Children(directory);
                SlowDisk live = create(Map.of("part", 64L << 20))) {
            Child killed = hold(children, "killed");
            Child running = hold(children, "running");
            String left = killed.awaitLine(line -> line.startsWith("READY"), PATIENCE);
            String kept = running.awaitLine(line -> line.startsWith("READY"), PATIENCE);
            killed.kill();
            assertThat(mounts()).contains(left.substring(6)).contains(kept.substring(6));

            create(Map.of("part", 64L << 20)).close();

            assertThat(said)
                    .singleElement()
                    .asString()
                    .contains("took down")
                    .contains(left.substring(6, left.lastIndexOf('/')));
            assertThat(mounts()).doesNotContain(left.substring(6)).contains(kept.substring(6));
            assertThat(mounts()).contains(live.part("part").root().toString());
        }
        assertThat(mounts()).doesNotContain(directory.toString());
    }

    private Child hold(Children children, String name) throws IOException {
        return children.start(
                name, Map.of(), JavaCommand.ofThisJvm(List.of(), HeldDisk.class, List.of(directory.toString())));
    }

    private SlowDisk create(Map<String, Long> parts) throws IOException {
        try {
            return SlowDisk.create(directory, parts, LIMITS, 64 << 20, said::add);
        } catch (SlowDiskException e) {
            System.out.println("skipped, no slow disk here: " + e.getMessage());
            assumeTrue(false, "no slow disk here: " + e.getMessage());
            throw e;
        }
    }

    private static String mounts() throws IOException {
        return Files.readString(Path.of("/proc/self/mounts"));
    }
}
