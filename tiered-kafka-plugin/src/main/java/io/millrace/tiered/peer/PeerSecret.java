package io.millrace.tiered.peer;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** What only the brokers of a cluster know. It is in no text of this type. <b>Threads.</b> Safe. */
public final class PeerSecret {

    /** As many as the signature has: less would be the weaker part of it. */
    static final int BYTES_MIN = 32;

    private static final int BYTES_MAX = 4096;
    private static final String ALGORITHM = "HmacSHA256";

    private final SecretKeySpec key;

    private PeerSecret(byte[] secret) {
        key = new SecretKeySpec(secret, ALGORITHM);
    }

    /**
     * Reads a file of at least {@value #BYTES_MIN} bytes, but for white space at its ends.
     *
     * @throws IllegalArgumentException if it is shorter, or too long to be one
     */
    public static PeerSecret read(Path file) throws IOException {
        if (Files.size(file) > BYTES_MAX) {
            throw new IllegalArgumentException("secret too long (expected: <= " + BYTES_MAX + " bytes), file=" + file);
        }
        return of(Files.readString(file, StandardCharsets.ISO_8859_1).strip(), "file=" + file);
    }

    static PeerSecret of(String secret, String where) {
        byte[] bytes = secret.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < BYTES_MIN) {
            throw new IllegalArgumentException(
                    "secret too short: " + bytes.length + " bytes (expected: >= " + BYTES_MIN + "), " + where);
        }
        return new PeerSecret(bytes);
    }

    /** The HMAC-SHA256 of a text and bytes behind it. */
    byte[] sign(String text, byte[] bytes) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(text.getBytes(StandardCharsets.UTF_8));
            mac.update(bytes);
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has HmacSHA256", e);
        }
    }

    @Override
    public String toString() {
        return "secret";
    }
}
