package io.millrace.benchmark.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;

/** A loop device that goes past the page cache to its image, cut into parts with a file system each. */
final class LoopDevice {
    private static final int SECTOR_BYTES = 512;

    /** Parts begin and end at multiples of it, which suits every device and file system. */
    private static final long ALIGNMENT = 1 << 20;

    static final Path SYS_BLOCK = Path.of("/sys/block");

    /** Few and large files: the tables stay small enough to be written at once, not by the kernel during the run. */
    private static final String BYTES_PER_INODE = "1048576";

    private final Path device;
    private long nextSector = ALIGNMENT / SECTOR_BYTES;
    private int parts;

    private LoopDevice(Path device) {
        this.device = device;
    }

    static LoopDevice attach(Path image) throws IOException {
        return new LoopDevice(Path.of(
                SystemCommand.run("losetup", "--find", "--show", "--direct-io=on", "--partscan", image.toString())));
    }

    /** Bytes of an image for parts of so many bytes. */
    static long imageBytes(Collection<Long> partBytes) {
        return 2 * ALIGNMENT + partBytes.stream().mapToLong(LoopDevice::aligned).sum();
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    String name() {
        return device.getFileName().toString();
    }

    /** {@code major:minor}, as control groups name it. */
    String numbers() throws IOException {
        return Files.readString(SYS_BLOCK.resolve(name()).resolve("dev")).strip();
    }

    /** Cuts the next part, formats it and mounts it on a folder. It lives as long as the device. */
    DiskPart add(long bytes, Path folder) throws IOException {
        long sectors = aligned(bytes) / SECTOR_BYTES;
        parts++;
        // The kernel is told of the part; a table on the disk would need a kernel that reads that kind.
        SystemCommand.run(
                "addpart",
                device.toString(),
                Integer.toString(parts),
                Long.toString(nextSector),
                Long.toString(sectors));
        nextSector += sectors;
        String part = name() + "p" + parts;
        String node = device.resolveSibling(part).toString();
        SystemCommand.run(
                "mkfs.ext4",
                "-q",
                "-F",
                "-m",
                "0",
                "-i",
                BYTES_PER_INODE,
                "-E",
                "lazy_itable_init=0,lazy_journal_init=0",
                node);
        Files.createDirectories(folder);
        SystemCommand.run("mount", "-o", "noatime", node, folder.toString());
        return new DiskPart(folder, SYS_BLOCK.resolve(name()).resolve(part).resolve("stat"));
    }

    /** Unmounts all parts and gives the device back; at once where nothing is open, else when the last file is closed. */
    static void detach(String name) throws IOException {
        String parts = "/dev/" + name + "p";
        for (String line : Files.readAllLines(Path.of("/proc/self/mounts"))) {
            String[] fields = line.split(" ", -1);
            if (fields[0].startsWith(parts)) {
                SystemCommand.run("umount", "--lazy", fields[1].replace("\\040", " "));
            }
        }
        SystemCommand.run("losetup", "--detach", "/dev/" + name);
    }
}
