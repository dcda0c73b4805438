package io.millrace.benchmark.slow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written where, on folders that look like the kernel's; real groups are in {@link SlowDiskIT}. */
class ControlGroupTest {
    private static final DiskLimits LIMITS = new DiskLimits(60_000_000, 120);
    private static final List<String> THROTTLES =
            List.of("read_bps_device", "read_iops_device", "write_bps_device", "write_iops_device");

    @TempDir
    private Path root = Path.of("");

    @Test
    void versionOneLimitsTheDiskInTheRootGroup() throws IOException {
        makeVersionOne();
        Path memory = Files.createDirectory(root.resolve("memory/some"));
        Files.createFile(memory.resolve("memory.limit_in_bytes"));
        ControlGroupV1 group = new ControlGroupV1(root, "some", "7:3");

        group.setLimits(943_718_400, LIMITS);

        assertThat(memory.resolve("memory.limit_in_bytes")).hasContent("943718400");
        assertThat(throttle("read_bps_device")).hasContent("7:3 60000000");
        assertThat(throttle("write_iops_device")).hasContent("7:3 120");
        assertThat(group.joinFiles())
                .containsExactly(memory.resolve("cgroup.procs"), root.resolve("blkio/cgroup.procs"));
    }

    @Test
    void versionOneLiftsTheLimitsAlsoWhereItsGroupIsGone() throws IOException {
        makeVersionOne();

        ControlGroup.find(root, "some", "7:3").remove();

        THROTTLES.forEach(each -> assertThat(throttle(each)).hasContent("7:3 0"));
    }

    @Test
    void versionTwoNeedsBothControllers() throws IOException {
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory hugetlb pids\n");

        assertThat(ControlGroup.find(root, "some", "7:3")).isInstanceOf(ControlGroupV2.class);
        Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu memory\n");
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ControlGroup.find(root, "some", "7:3"))
                .withMessageContaining("control groups")
                .withMessageContaining(root.toString());
    }

    @Test
    void versionTwoSetsAllLimitsInOneLine() throws IOException {
        Files.createFile(root.resolve("cgroup.subtree_control"));
        Path group = Files.createDirectory(root.resolve("some"));
        for (String file : List.of("memory.max", "io.max")) {
            Files.createFile(group.resolve(file));
        }
        ControlGroupV2 made = new ControlGroupV2(root, "some", "7:3");

        made.setLimits(943_718_400, LIMITS);

        assertThat(root.resolve("cgroup.subtree_control")).hasContent("+memory +io");
        assertThat(group.resolve("memory.max")).hasContent("943718400");
        assertThat(group.resolve("io.max")).hasContent("7:3 rbps=60000000 wbps=60000000 riops=120 wiops=120");
        assertThat(made.joinFiles()).containsExactly(group.resolve("cgroup.procs"));
    }

    @Test
    void saysWhichLimitCannotBeSet() throws IOException {
        makeVersionOne();

        // The kernel makes the files of a new group; here nobody does.
        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> ControlGroup.create(root, "some", 1 << 20, "7:3", LIMITS))
                .withMessageContaining("cannot set")
                .withMessageContaining("memory.limit_in_bytes");
    }

    private void makeVersionOne() throws IOException {
        Files.createDirectories(root.resolve("memory"));
        Files.createDirectories(root.resolve("blkio"));
        for (String throttle : THROTTLES) {
            Files.createFile(throttle(throttle));
        }
    }

    private Path throttle(String name) {
        return root.resolve("blkio/blkio.throttle." + name);
    }
}
