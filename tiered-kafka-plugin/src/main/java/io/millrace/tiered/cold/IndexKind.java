package io.millrace.tiered.cold;

import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.server.log.remote.storage.RemoteStorageManager.IndexType;

/** Kafka's indexes of a segment, with the numbers that stand for them on disk. The order is that of the digest. */
public enum IndexKind {
    OFFSET(0, IndexType.OFFSET),
    TIMESTAMP(1, IndexType.TIMESTAMP),
    PRODUCER_SNAPSHOT(2, IndexType.PRODUCER_SNAPSHOT),
    /** The only one that a segment may lack: there is none where no transaction was aborted. */
    TRANSACTION(3, IndexType.TRANSACTION),
    LEADER_EPOCH(4, IndexType.LEADER_EPOCH);

    private final int number;
    private final IndexType type;

    IndexKind(int number, IndexType type) {
        this.number = number;
        this.type = type;
    }

    /** The number on disk. */
    public int number() {
        return number;
    }

    /** The kind with this number on disk. */
    public static Optional<IndexKind> ofNumber(int number) {
        return Arrays.stream(values()).filter(kind -> kind.number == number).findFirst();
    }

    /** The kind of Kafka's type. */
    public static IndexKind of(IndexType type) {
        for (IndexKind kind : values()) {
            if (kind.type == type) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown type of index: " + type);
    }

    /** Whether a segment must have it. */
    boolean isRequired() {
        return this != TRANSACTION;
    }
}
