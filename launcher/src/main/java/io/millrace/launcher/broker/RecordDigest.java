package io.millrace.launcher.broker;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest over records in the order of their offsets, by which two readings of a partition are compared. <b>Threads.</b> One. */
final class RecordDigest {

    private final MessageDigest digest = sha256();
    private final ByteBuffer number = ByteBuffer.allocate(Long.BYTES);
    private long records;

    void add(long offset, byte[] key, byte[] value) {
        digest.update(number.clear().putLong(offset).flip());
        add(key);
        add(value);
        records++;
    }

    private void add(byte[] bytes) {
        digest.update(number.clear().putLong(bytes.length).flip());
        digest.update(bytes);
    }

    /** How many were added. */
    long records() {
        return records;
    }

    /** In hexadecimal digits; nothing can be added afterwards. */
    String end() {
        return HexFormat.of().formatHex(digest.digest());
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java has SHA-256", e);
        }
    }
}
