package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Version 1: memory by a group of its own, the disk by a limit of the root group.
 *
 * <p>The root's, because write-back is done by the kernel's threads, which are in no other group. The limit names one device and touches nobody else; but a process in another group of
 * {@code blkio} escapes it, so the process joins the root's.
 */
final class ControlGroupV1 implements ControlGroup {
    private static final String THROTTLE = "blkio/blkio.throttle.";

    private final Path root;
    private final Path memory;
    private final String device;

    ControlGroupV1(Path root, String name, String device) {
        this.root = root;
        this.memory = root.resolve("memory").resolve(name);
        this.device = device;
    }

    @Override
    public void limit(long memoryBytes, DiskLimits limits) throws IOException {
        Files.createDirectory(memory);
        setLimits(memoryBytes, limits);
    }

    /** In a group that is there. */
    void setLimits(long memoryBytes, DiskLimits limits) throws IOException {
        ControlGroup.set(memory.resolve("memory.limit_in_bytes"), Long.toString(memoryBytes));
        throttle(limits.bytesPerSecond(), limits.operationsPerSecond());
    }

    /** Zeros lift the limits. */
    private void throttle(long bytesPerSecond, long operationsPerSecond) throws IOException {
        for (String way : List.of("read", "write")) {
            ControlGroup.set(root.resolve(THROTTLE + way + "_bps_device"), device + " " + bytesPerSecond);
            ControlGroup.set(root.resolve(THROTTLE + way + "_iops_device"), device + " " + operationsPerSecond);
        }
    }

    @Override
    public List<Path> joinFiles() {
        return List.of(memory.resolve("cgroup.procs"), root.resolve("blkio/cgroup.procs"));
    }

    @Override
    public void remove() throws IOException {
        throttle(0, 0);
        ControlGroup.empty(memory);
    }
}
