package io.millrace.tiered.tool;

import io.millrace.tiered.PeerConfig;
import io.millrace.tiered.TieredException;
import io.millrace.tiered.cold.SegmentIdentity;
import io.millrace.tiered.peer.PeerAddress;
import io.millrace.tiered.peer.PeerClient;
import io.millrace.tiered.peer.PeerSecret;
import io.millrace.tiered.peer.PeerTls;
import io.millrace.tiered.peer.SegmentState;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigException;

/**
 * The brokers' endpoints for peers, asked with the secret that the brokers share.
 *
 * <p><b>Threads.</b> Safe. <b>Errors.</b> {@link ToolException} at the start if secret or keys cannot be read; a broker that does not answer is a {@link TieredException}.
 */
public final class BrokerPeers {

    private final PeerConfig config;
    private final PeerClient client;

    private BrokerPeers(PeerConfig config, PeerClient client) {
        this.config = config;
        this.client = client;
    }

    /**
     * Reads secret and keys.
     *
     * @param properties as a broker has them, without {@code rsm.config.}: {@code peer.port} or {@code peer.ports}, {@code peer.secret.file}, {@code peer.tls.…}
     */
    public static BrokerPeers of(Map<String, String> properties) {
        try {
            PeerConfig config = PeerConfig.of(properties);
            Path secret = config.secretFile();
            if (secret == null || !config.hasPeers()) {
                throw new ToolException(
                        "no endpoint of brokers: peer.port, peer.ports and peer.secret.file are not set");
            }
            return new BrokerPeers(
                    config, new PeerClient(PeerSecret.read(secret), PeerTls.read(config), Clock.systemUTC()));
        } catch (ConfigException | IllegalArgumentException | IOException e) {
            throw new ToolException("brokers cannot be asked: " + e.getMessage(), e);
        }
    }

    /** Where a broker serves its peers; empty if nobody said so. */
    public Optional<PeerAddress> address(Node broker) {
        InetSocketAddress named = config.ports().get(broker.id());
        if (named != null) {
            return Optional.of(new PeerAddress(broker.id(), named.getHostString(), named.getPort()));
        }
        return config.port() == 0
                ? Optional.empty()
                : Optional.of(new PeerAddress(broker.id(), broker.host(), config.port()));
    }

    /** Segments of a partition that a broker knows, in the order of their offsets. */
    List<SegmentLine> segments(PeerAddress broker, Uuid topicId, int partition) throws TieredException {
        return SegmentLine.parse(broker.broker(), report(broker, "/v1/states/" + topicId + "-" + partition));
    }

    /** What an eviction would take from a broker's fast disks. */
    List<EvictionLine> simulate(PeerAddress broker, long bytes) throws TieredException {
        return EvictionLine.parse(broker.broker(), report(broker, "/v1/simulate/" + bytes));
    }

    /** How full a broker's fast disks are. */
    BrokerSpace space(PeerAddress broker) throws TieredException {
        return BrokerSpace.parse(broker.broker(), report(broker, "/v1/space"));
    }

    /** Every report has a first line. */
    private List<String> report(PeerAddress broker, String path) throws TieredException {
        List<String> lines = client.lines(broker, path);
        if (lines.isEmpty()) {
            throw new TieredException(
                    TieredException.Reason.NOT_FOUND,
                    "nothing to report: " + path + ", " + broker
                            + " (expected: a broker with io.millrace.tiered.meta.TieredMetadata that has the partition)");
        }
        return lines;
    }

    /** What a broker says of a segment. */
    SegmentState state(PeerAddress broker, SegmentIdentity segment) throws TieredException {
        return client.state(broker, segment);
    }
}
