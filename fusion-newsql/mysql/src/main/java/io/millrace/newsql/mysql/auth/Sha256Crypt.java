package io.millrace.newsql.mysql.auth;

import java.io.ByteArrayOutputStream;
import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The slow hash of {@code caching_sha2_password}: SHA-crypt with SHA-256, with a salt of any length.
 *
 * <p>Source: Ulrich Drepper, "Unix crypt using SHA-256 and SHA-512", 2008; numbers in the code are its steps.
 */
final class Sha256Crypt {
    private static final int DIGEST_BYTES = 32;
    private static final String ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    /** Bytes of the digest in the order in which they are written, three at a time; the last two stand alone. */
    private static final int[] ORDER = {
        0, 10, 20, 21, 1, 11, 12, 22, 2, 3, 13, 23, 24, 4, 14, 15, 25, 5, 6, 16, 26, 27, 7, 17, 18, 28, 8, 9, 19, 29
    };

    private Sha256Crypt() {}

    /** The 43 characters behind the salt. */
    static String hash(byte[] password, byte[] salt, int rounds) {
        byte[] first = firstDigest(password, salt);
        byte[] p = repeat(digestTimes(password, password.length), password.length); // 13 to 16
        byte[] s = repeat(digestTimes(salt, 16 + (first[0] & 0xFF)), salt.length); // 17 to 20
        byte[] digest = first;
        MessageDigest sha = Digests.sha256();
        for (int i = 0; i < rounds; i++) { // 21
            sha.update((i & 1) != 0 ? p : digest);
            if (i % 3 != 0) {
                sha.update(s);
            }
            if (i % 7 != 0) {
                sha.update(p);
            }
            sha.update((i & 1) != 0 ? digest : p);
            digest = sha.digest();
        }
        return encode(digest);
    }

    private static byte[] firstDigest(byte[] password, byte[] salt) {
        byte[] b = Digests.sha256(password, salt, password); // 4 to 8
        MessageDigest sha = Digests.sha256(); // 1 to 3
        sha.update(password);
        sha.update(salt);
        sha.update(repeat(b, password.length)); // 9, 10
        for (int bits = password.length; bits > 0; bits >>= 1) { // 11
            sha.update((bits & 1) != 0 ? b : password);
        }
        return sha.digest(); // 12
    }

    private static byte[] digestTimes(byte[] bytes, int times) {
        MessageDigest sha = Digests.sha256();
        for (int i = 0; i < times; i++) {
            sha.update(bytes);
        }
        return sha.digest();
    }

    private static byte[] repeat(byte[] digest, int length) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(length + DIGEST_BYTES);
        while (out.size() < length) {
            out.writeBytes(digest);
        }
        return Arrays.copyOf(out.toByteArray(), length);
    }

    private static String encode(byte[] digest) {
        StringBuilder text = new StringBuilder(43);
        for (int i = 0; i < ORDER.length; i += 3) {
            encode(text, digest[ORDER[i]], digest[ORDER[i + 1]], digest[ORDER[i + 2]], 4);
        }
        encode(text, (byte) 0, digest[31], digest[30], 3);
        return text.toString();
    }

    private static void encode(StringBuilder text, byte high, byte middle, byte low, int characters) {
        int bits = (high & 0xFF) << 16 | (middle & 0xFF) << 8 | (low & 0xFF);
        for (int i = 0; i < characters; i++) {
            text.append(ALPHABET.charAt(bits & 0x3F));
            bits >>= 6;
        }
    }
}
