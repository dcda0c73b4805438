package io.millrace.wal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.function.LongSupplier;

/**
 * What a log takes from the machine that a test wants to own.
 *
 * @param bootId run of the operating system: what it remembered in the same run is still true
 * @param epochs draws numbers that never come twice
 */
public record WalEnvironment(UUID bootId, LongSupplier epochs) {

    private static final Path LINUX_BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

    /** This machine. Where it has no boot id, each opening counts as a run of its own: nothing unsealed is kept. */
    public static WalEnvironment local() {
        return new WalEnvironment(localBootId(), new SecureRandom()::nextLong);
    }

    private static UUID localBootId() {
        try {
            return UUID.fromString(Files.readString(LINUX_BOOT_ID).trim());
        } catch (IOException | IllegalArgumentException noSuchThing) {
            return UUID.randomUUID();
        }
    }
}
