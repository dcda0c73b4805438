package io.millrace.newsql.mysql.auth;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-1 and SHA-256 of several pieces in a row, and the XOR that the plugins hide digests with. */
final class Digests {

    private Digests() {}

    static MessageDigest sha256() {
        return of("SHA-256");
    }

    static byte[] sha256(byte[]... pieces) {
        return digest(sha256(), pieces);
    }

    static byte[] sha1(byte[]... pieces) {
        return digest(of("SHA-1"), pieces);
    }

    private static MessageDigest of(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has " + algorithm, e);
        }
    }

    private static byte[] digest(MessageDigest digest, byte[]... pieces) {
        for (byte[] piece : pieces) {
            digest.update(piece);
        }
        return digest.digest();
    }

    /** {@code value} against {@code key}, which begins anew when it is used up. */
    static byte[] xor(byte[] value, byte[] key) {
        byte[] result = new byte[value.length];
        for (int i = 0; i < value.length; i++) {
            result[i] = (byte) (value[i] ^ key[i % key.length]);
        }
        return result;
    }
}
