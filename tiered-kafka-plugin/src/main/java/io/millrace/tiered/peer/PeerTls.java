package io.millrace.tiered.peer;

import io.millrace.tiered.PeerConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The keys with which brokers know each other. */
public final class PeerTls {

    private PeerTls() {}

    /**
     * Reads the stores; null if none are named.
     *
     * @throws IOException if they cannot be read, or are not what they should be
     */
    public static @Nullable SSLContext read(PeerConfig config) throws IOException {
        if (config.keyStore() == null || config.trustStore() == null || config.passwordFile() == null) {
            return null;
        }
        char[] password = Files.readString(config.passwordFile(), StandardCharsets.UTF_8)
                .strip()
                .toCharArray();
        try {
            KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            keys.init(store(config.keyStore(), password), password);
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store(config.trustStore(), password));
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "keys cannot be used: " + e.getMessage() + " keystore=" + config.keyStore() + " truststore="
                            + config.trustStore(),
                    e);
        } finally {
            Arrays.fill(password, ' ');
        }
    }

    private static KeyStore store(Path file, char[] password) throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        try (InputStream bytes = Files.newInputStream(file)) {
            store.load(bytes, password);
        }
        return store;
    }
}
