package io.millrace.wal.recovery;

import io.millrace.wal.Durability;
import java.util.UUID;

/**
 * What recovery must know of the log that opens.
 *
 * @param level the level from here on
 * @param bootId run of the operating system
 */
public record RecoverySettings(Durability level, UUID bootId) {

    boolean mapped() {
        return level == Durability.OS;
    }
}
