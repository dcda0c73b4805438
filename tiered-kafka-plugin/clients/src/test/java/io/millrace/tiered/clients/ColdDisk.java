package io.millrace.tiered.clients;

import io.millrace.testkit.disk.LoopDisk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A cold disk that has bad days: a real file system of its own, for root alone; elsewhere a folder that has none, and tests of those days say so. Registered before the brokers that use it, so
 * that it outlives them.
 */
final class ColdDisk implements BeforeAllCallback, AfterAllCallback {

    private static final long BYTES = 64L << 20;

    private @Nullable Path folder;
    private @Nullable Path cold;
    private @Nullable LoopDisk disk;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        Path made = Files.createTempDirectory("millrace-cold-");
        folder = made;
        if (LoopDisk.unavailable().isEmpty()) {
            LoopDisk mounted = LoopDisk.create(made, BYTES);
            disk = mounted;
            cold = Files.createDirectory(mounted.root().resolve("cold"));
        } else {
            cold = Files.createDirectory(made.resolve("cold"));
        }
    }

    /** The directory for cold segments. */
    Path directory() {
        return Objects.requireNonNull(cold, "not there yet");
    }

    /** Why it cannot be slow; empty if it can. */
    static String whyNotSlow() {
        String why = LoopDisk.unavailable();
        return why.isEmpty() ? LoopDisk.whyNoLimit() : why;
    }

    /** So many operations a second; 0 for as many as it does by itself. */
    void limit(int operationsPerSecond) {
        own().limit(operationsPerSecond);
    }

    /** Takes nothing any more, and gives what it has. */
    void refuse() {
        own().refuse(directory());
    }

    /** Takes everything again. */
    void accept() {
        own().accept(directory());
    }

    private LoopDisk own() {
        return Objects.requireNonNull(disk, "a folder has no bad days");
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        LoopDisk mounted = disk;
        if (mounted != null) {
            mounted.close();
        }
        Path made = folder;
        if (made != null) {
            try (Stream<Path> files = Files.walk(made)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
