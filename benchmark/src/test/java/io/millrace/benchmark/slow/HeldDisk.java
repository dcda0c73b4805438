package io.millrace.benchmark.slow;

import java.nio.file.Path;
import java.util.Map;

/** A process that has a slow disk until it ends, however it ends. */
final class HeldDisk {
    private HeldDisk() {}

    /** Says {@code READY} and where the disk is mounted, when a process is in its group and on it. */
    public static void main(String[] args) throws Exception {
        SlowDisk disk = SlowDisk.create(
                Path.of(args[0]), Map.of("part", 64L << 20), SlowDiskIT.LIMITS, 64 << 20, System.err::println);
        Process member = new ProcessBuilder(
                        "sh",
                        "-c",
                        "echo $$ > " + disk.joinFiles().get(0) + " && cd $0 && echo there && exec sleep 600",
                        disk.part("part").root().toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        if (!"there".equals(member.inputReader().readLine())) {
            throw new IllegalStateException("no process on the disk: it ended with " + member.waitFor());
        }
        System.out.println("READY " + disk.part("part").root());
        int unused = System.in.read();
    }
}
