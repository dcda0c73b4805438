package io.millrace.newsql.mysql.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Locale;

/**
 * What is stored of passwords, in MySQL's forms.
 *
 * <pre>
 *  caching_sha2_password   $A$005$‹salt, 20 characters›‹hash, 43 characters›      005: thousands of rounds, in hex
 *  mysql_native_password   *‹SHA-1 of SHA-1, 40 hex digits›
 * </pre>
 */
public final class PasswordHash {
    private static final String PREFIX = "$A$";
    private static final int SALT_AT = 7;
    private static final int SALT_LENGTH = 20;
    private static final int HASH_LENGTH = 43;
    private static final int ROUNDS_THOUSANDS = 5;
    private static final SecureRandom RANDOM = new SecureRandom();

    private PasswordHash() {}

    /** What {@code caching_sha2_password} stores; empty for an empty password. */
    public static String cachingSha2(byte[] password) {
        if (password.length == 0) {
            return "";
        }
        byte[] salt = Scramble.random(RANDOM, SALT_LENGTH);
        String hash = Sha256Crypt.hash(password, salt, ROUNDS_THOUSANDS * 1000);
        return String.format(Locale.ROOT, "%s%03X$", PREFIX, ROUNDS_THOUSANDS)
                + new String(salt, StandardCharsets.ISO_8859_1)
                + hash;
    }

    /** What {@code mysql_native_password} stores; empty for an empty password. */
    public static String nativePassword(byte[] password) {
        return password.length == 0
                ? ""
                : '*' + HexFormat.of().withUpperCase().formatHex(Digests.sha1(Digests.sha1(password)));
    }

    /** Whether a password is the one of which {@link #cachingSha2} made {@code stored}; false for what has not its form. */
    static boolean isCachingSha2(byte[] password, String stored) {
        if (!stored.startsWith(PREFIX) || stored.length() != SALT_AT + SALT_LENGTH + HASH_LENGTH) {
            return false;
        }
        int rounds;
        try {
            rounds = Integer.parseInt(stored, PREFIX.length(), SALT_AT - 1, 16) * 1000;
        } catch (NumberFormatException e) {
            return false;
        }
        byte[] salt = stored.substring(SALT_AT, SALT_AT + SALT_LENGTH).getBytes(StandardCharsets.ISO_8859_1);
        String hash = Sha256Crypt.hash(password, salt, rounds);
        return MessageDigest.isEqual(
                hash.getBytes(StandardCharsets.US_ASCII),
                stored.substring(SALT_AT + SALT_LENGTH).getBytes(StandardCharsets.US_ASCII));
    }

    /** Whether a client knows the password of which {@link #nativePassword} made {@code stored}. */
    static boolean provesNative(byte[] proof, byte[] scramble, String stored) {
        if (stored.length() != 41 || stored.charAt(0) != '*' || proof.length != 20) {
            return false;
        }
        byte[] twice;
        try {
            twice = HexFormat.of().parseHex(stored, 1, stored.length());
        } catch (IllegalArgumentException e) {
            return false;
        }
        byte[] once = Digests.xor(proof, Digests.sha1(scramble, twice));
        return MessageDigest.isEqual(Digests.sha1(once), twice);
    }

    /** Whether a client knows the password whose SHA-256 of SHA-256 is {@code twice}. */
    static boolean provesSha2(byte[] proof, byte[] scramble, byte[] twice) {
        if (proof.length != twice.length) {
            return false;
        }
        byte[] once = Digests.xor(proof, Digests.sha256(twice, scramble));
        return MessageDigest.isEqual(Digests.sha256(once), twice);
    }
}
