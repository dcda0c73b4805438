package io.millrace.newsql.mysql.auth;

import java.security.SecureRandom;

/** Random bytes that a client mixes with its password, without zero and without {@code $}, which end texts and parts of hashes. */
public final class Scramble {
    /** Bytes of a scramble. */
    public static final int BYTES = 20;

    private static final SecureRandom RANDOM = new SecureRandom();

    private Scramble() {}

    /** A fresh one. */
    public static byte[] random() {
        return random(RANDOM, BYTES);
    }

    static byte[] random(SecureRandom random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        for (int i = 0; i < length; i++) {
            bytes[i] &= 0x7F;
            if (bytes[i] == 0 || bytes[i] == '$') {
                bytes[i]++;
            }
        }
        return bytes;
    }
}
