package io.millrace.tiered;

import io.millrace.tiered.peer.KafkaPeers;
import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerSecret;
import io.millrace.tiered.peer.PeerSegments;
import io.millrace.tiered.peer.PeerServer;
import io.millrace.tiered.peer.PeerTls;
import io.millrace.tiered.peer.ServedSegments;
import io.millrace.tiered.replica.BrokerMetadata;
import io.millrace.tiered.replica.ReplicaPeers;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a broker needs to give segments to others, and to ask them.
 *
 * @param config how
 * @param secret what the brokers of the cluster know; null if there are no peers
 * @param tls their keys; null for none
 */
record PeerParts(PeerConfig config, @Nullable PeerSecret secret, @Nullable SSLContext tls) {

    private static final Logger LOGGER = LoggerFactory.getLogger(PeerParts.class);

    /** Reads secret and keys. */
    static PeerParts of(PeerConfig config) {
        return new PeerParts(config, secret(config.secretFile()), tls(config));
    }

    private static @Nullable PeerSecret secret(@Nullable Path file) {
        try {
            return file == null ? null : PeerSecret.read(file);
        } catch (IOException | IllegalArgumentException e) {
            throw TieredProperties.wrong(PeerConfig.SECRET_FILE, file, "a readable file with a secret; " + e);
        }
    }

    private static @Nullable SSLContext tls(PeerConfig config) {
        try {
            return PeerTls.read(config);
        } catch (IOException e) {
            throw TieredProperties.wrong(PeerConfig.KEY_STORE, config.keyStore(), "readable PKCS 12 files; " + e);
        }
    }

    /** Serves, if this broker is told to. */
    @Nullable
    PeerServer serve(ServedSegments segments) {
        if (config.listen() == null || secret == null) {
            return null;
        }
        try {
            return PeerServer.start(config.listen(), secret, tls, segments);
        } catch (IOException | RuntimeException e) {
            throw TieredProperties.wrong(PeerConfig.LISTEN, config.listen(), "an address of this host; " + e);
        }
    }

    /** The other brokers, as the metadata's cluster has them. */
    ReplicaPeers of(TieredConfig storage, int broker, BrokerMetadata metadata, TieredCounters counters) {
        if (!storage.shared() && storage.logDirectories().isEmpty()) {
            throw TieredProperties.wrong(
                    TieredConfig.LOG_DIRS, null, "the broker's log.dirs, from which a follower copies");
        }
        if (!storage.shared() && !config.hasPeers()) {
            LOGGER.warn(
                    "no peers: what other brokers copy cannot be copied here, and stays on the fast disk: broker={} (expected: {}{} or {}{})",
                    broker,
                    TieredProperties.PREFIX,
                    PeerConfig.PORT,
                    TieredProperties.PREFIX,
                    PeerConfig.PORTS);
        }
        KafkaPeers directory = new KafkaPeers(config, broker, metadata.clientProperties());
        PeerClient client =
                secret == null || !config.hasPeers() ? null : new PeerClient(secret, tls, Clock.systemUTC());
        return new ReplicaPeers(directory, client, new PeerSegments(client, directory, counters), directory::close);
    }
}
