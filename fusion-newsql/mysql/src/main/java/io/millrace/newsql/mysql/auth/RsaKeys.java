package io.millrace.newsql.mysql.auth;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.Base64;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * The key with which clients that are not encrypted hide their password.
 *
 * <p>A pair is made when it is first needed, which takes about a second of a core, and lives as long as the server. <b>Threads</b>: safe; workers only.
 */
public final class RsaKeys {
    private static final int KEY_BITS = 2048;
    private static final String CIPHER = "RSA/ECB/OAEPWithSHA-1AndMGF1Padding";

    private @Nullable KeyPair pair;

    /** The public key as PEM. */
    byte[] publicPem() {
        byte[] der = pair().getPublic().getEncoded();
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return ("-----BEGIN PUBLIC KEY-----\n" + base64 + "\n-----END PUBLIC KEY-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    /** What a client has encrypted, or null if it was not with this key. */
    byte @Nullable [] decrypt(byte[] encrypted) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(Cipher.DECRYPT_MODE, pair().getPrivate());
            return cipher.doFinal(encrypted);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private synchronized KeyPair pair() {
        KeyPair present = pair;
        if (present == null) {
            try {
                KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
                generator.initialize(KEY_BITS);
                present = generator.generateKeyPair();
            } catch (GeneralSecurityException e) {
                throw new IllegalStateException("every JDK makes RSA keys", e);
            }
            pair = present;
        }
        return present;
    }
}
