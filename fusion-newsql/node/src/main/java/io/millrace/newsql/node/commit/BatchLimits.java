package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreBatch;

/** What no store takes, whoever asks. */
final class BatchLimits {

    private BatchLimits() {}

    /** @throws IllegalArgumentException with the rule that the batch breaks */
    static void check(StoreBatch batch) {
        for (StoreBatch.Write write : batch.writes()) {
            checkKey(write.space(), write.key());
            byte[] value = write.value();
            if (value != null && value.length > OrderedStore.VALUE_BYTES_MAX) {
                throw new IllegalArgumentException("value too large: length=" + value.length + " (expected: <= "
                        + OrderedStore.VALUE_BYTES_MAX + "), space=" + write.space());
            }
        }
        for (StoreBatch.Requirement required : batch.requirements()) {
            checkKey(required.space(), required.key());
        }
    }

    private static void checkKey(KeySpace space, byte[] key) {
        if (key.length == 0 || key.length > OrderedStore.KEY_BYTES_MAX) {
            throw new IllegalArgumentException("length of a key: " + key.length + " (expected: 1 to "
                    + OrderedStore.KEY_BYTES_MAX + "), space=" + space);
        }
        if (space == KeySpace.META) {
            throw new IllegalArgumentException("space: META (expected: another; this one is the store's own)");
        }
    }

    static void checkBytes(long bytes) {
        if (bytes > OrderedStore.COMMIT_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "commit too large: bytes=" + bytes + " (expected: <= " + OrderedStore.COMMIT_BYTES_MAX + ")");
        }
    }
}
