package io.millrace.benchmark.slow;

import java.nio.file.Path;

/**
 * A part of a slow disk. All parts share its limits; each has its own counts, so that who reads where can be told apart.
 *
 * @param root where its file system is mounted
 * @param stat the kernel's counts, for {@link DeviceStat}
 */
public record DiskPart(Path root, Path stat) {}
