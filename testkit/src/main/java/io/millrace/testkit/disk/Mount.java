package io.millrace.testkit.disk;

import io.millrace.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A file system on a folder of the test, gone with the JVM at the latest. */
final class Mount implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final Path folder;
    private final List<String> command = new ArrayList<>();
    private final Thread atExit = new Thread(this::detach);
    private boolean mounted;

    /** Mounts; {@code what} are mount's arguments but the folder. */
    Mount(Path folder, String... what) {
        this.folder = folder;
        command.add("mount");
        command.addAll(List.of(what));
        command.add(folder.toString());
        mount();
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    Path folder() {
        return folder;
    }

    void mount() {
        run(command.toArray(String[]::new));
        mounted = true;
    }

    void unmount() {
        run("umount", folder.toString());
        mounted = false;
    }

    /** Runs once, by {@link #close} or at the JVM's end; lazily, because a test that failed may have files open. */
    private void detach() {
        if (mounted) {
            mounted = false;
            run("umount", "--lazy", folder.toString());
        }
    }

    @Override
    public void close() {
        Runtime.getRuntime().removeShutdownHook(atExit);
        detach();
    }

    /** What keeps this process from mounting anything; empty if nothing is known to. */
    static String whyNot(String... programs) {
        if (!Files.isDirectory(Path.of("/proc/self"))) {
            return "this is not Linux";
        }
        try {
            if (!Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"))) {
                return "mounting needs root";
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        for (String program : programs) {
            if (!isInstalled(program)) {
                return "no program " + program + " (Debian: apt-get install mount e2fsprogs perl)";
            }
        }
        return "";
    }

    private static boolean isInstalled(String program) {
        String path = System.getenv().getOrDefault("PATH", "") + ":/usr/sbin:/sbin";
        for (String folder : path.split(":", -1)) {
            if (Files.isExecutable(Path.of(folder, program))) {
                return true;
            }
        }
        return false;
    }

    /** Runs a program to its end; its failure is an {@link IllegalStateException} with its output. */
    static void run(String... command) {
        List<String> line = new ArrayList<>(List.of("env", "PATH=" + System.getenv("PATH") + ":/usr/sbin:/sbin"));
        line.addAll(List.of(command));
        try (ChildProcess child = ChildProcess.command(line).name(command[0]).start()) {
            int status = child.awaitExit(LIMIT);
            if (status != 0) {
                throw new IllegalStateException(
                        String.join(" ", command) + " ended with " + status + ": " + String.join(" ", child.tail()));
            }
        }
    }
}
