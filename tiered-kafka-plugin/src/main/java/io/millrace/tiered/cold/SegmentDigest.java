package io.millrace.tiered.cold;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The digest of a {@link SegmentSummary}, computed while its bytes pass. One thread. */
public final class SegmentDigest {

    private final MessageDigest sha256;

    /** Of a segment with so many bytes of data. */
    public SegmentDigest(long dataBytes) {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
        sha256.update(number(dataBytes));
    }

    /** All of the data first; then of each index, its {@link #index}, and its bytes. */
    public void bytes(ByteBuffer next) {
        sha256.update(next);
    }

    /** An index begins. */
    public void index(IndexKind kind, long length) {
        sha256.update((byte) kind.number());
        sha256.update(number(length));
    }

    /** The digest; nothing can be added afterwards. */
    public byte[] finish() {
        return sha256.digest();
    }

    private static byte[] number(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }
}
