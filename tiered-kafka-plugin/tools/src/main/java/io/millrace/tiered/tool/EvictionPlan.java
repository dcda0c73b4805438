package io.millrace.tiered.tool;

import io.millrace.tiered.TieredException;
import io.millrace.tiered.peer.PeerAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.kafka.common.Node;

/**
 * What an eviction would take, by the brokers' own reckoning.
 *
 * @param lines of all brokers, in the order in which segments would go
 * @param silent brokers that did not answer, and why
 */
public record EvictionPlan(List<EvictionLine> lines, List<String> silent) {

    public EvictionPlan {
        lines = List.copyOf(lines);
        silent = List.copyOf(silent);
    }

    /**
     * Asks brokers what they would let go.
     *
     * @param broker the only one to ask, if one is named
     * @param bytes to be freed on each of them
     */
    public static EvictionPlan of(ClusterView cluster, BrokerPeers peers, OptionalInt broker, long bytes) {
        if (bytes <= 0) {
            throw new ToolException("bytes to free: " + bytes + " (expected: > 0)");
        }
        List<EvictionLine> lines = new ArrayList<>();
        List<String> silent = new ArrayList<>();
        boolean found = false;
        for (Node node : cluster.brokers()) {
            if (broker.isPresent() && broker.getAsInt() != node.id()) {
                continue;
            }
            found = true;
            Optional<PeerAddress> address = peers.address(node);
            try {
                if (address.isEmpty()) {
                    silent.add("broker " + node.id() + ": no endpoint is known, see --peers");
                } else {
                    lines.addAll(peers.simulate(address.get(), bytes));
                }
            } catch (TieredException e) {
                silent.add("broker " + node.id() + ": " + e.getMessage());
            }
        }
        if (!found) {
            throw new ToolException("no live broker" + (broker.isPresent() ? " " + broker.getAsInt() : ""));
        }
        return new EvictionPlan(lines, silent);
    }

    /** Bytes that one broker would free. */
    public long bytes(int broker) {
        return lines.stream()
                .filter(line -> line.broker() == broker && !line.holdsBack())
                .mapToLong(EvictionLine::bytes)
                .sum();
    }
}
