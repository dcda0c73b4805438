package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Version 2: one group for both; write-back is charged to who made the pages dirty, as long as both controllers are on. */
final class ControlGroupV2 implements ControlGroup {
    private final Path root;
    private final Path group;
    private final String device;

    ControlGroupV2(Path root, String name, String device) {
        this.root = root;
        this.group = root.resolve(name);
        this.device = device;
    }

    @Override
    public void limit(long memoryBytes, DiskLimits limits) throws IOException {
        Files.createDirectory(group);
        setLimits(memoryBytes, limits);
    }

    /** In a group that is there. Its files are, once the controllers are on. */
    void setLimits(long memoryBytes, DiskLimits limits) throws IOException {
        ControlGroup.set(root.resolve("cgroup.subtree_control"), "+memory +io");
        ControlGroup.set(group.resolve("memory.max"), Long.toString(memoryBytes));
        long bytes = limits.bytesPerSecond();
        long operations = limits.operationsPerSecond();
        ControlGroup.set(
                group.resolve("io.max"),
                device + " rbps=" + bytes + " wbps=" + bytes + " riops=" + operations + " wiops=" + operations);
    }

    @Override
    public List<Path> joinFiles() {
        return List.of(group.resolve("cgroup.procs"));
    }

    @Override
    public void remove() throws IOException {
        ControlGroup.empty(group);
    }
}
