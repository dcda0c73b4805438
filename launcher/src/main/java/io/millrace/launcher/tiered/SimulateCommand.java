package io.millrace.launcher.tiered;

import io.millrace.launcher.LauncherException;
import io.millrace.launcher.Table;
import io.millrace.tiered.tool.BrokerPeers;
import io.millrace.tiered.tool.ClusterView;
import io.millrace.tiered.tool.EvictionLine;
import io.millrace.tiered.tool.EvictionPlan;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tiered simulate}: what an eviction would take. */
@Command(
        name = "simulate",
        header = "Shows which segments each broker would let go from SSD to free so many bytes, oldest first.",
        description = {
            "The brokers' space watchers answer; nothing is evicted. Needs the brokers' secret. Exit status 1 if a broker would",
            "free less, or does not answer: what holds it back is named."
        })
final class SimulateCommand extends TieredTool {

    @Option(
            names = "--free",
            required = true,
            paramLabel = "SIZE",
            converter = DataSizes.class,
            description = "Bytes to free on each broker, like 500M or 10G.")
    private long bytes;

    @Option(names = "--broker", paramLabel = "ID", description = "This broker alone.")
    private @Nullable Integer broker;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Override
    int look(PrintWriter out) {
        BrokerPeers peers = options.brokerPeers(this)
                .orElseThrow(
                        () -> new LauncherException(
                                "the brokers' space watchers cannot be asked",
                                "Say --secret-file and --peer-port or --peers, or --config with a broker's server.properties."));
        try (ClusterView cluster = options.cluster(this)) {
            EvictionPlan plan = EvictionPlan.of(
                    cluster, peers, broker == null ? OptionalInt.empty() : OptionalInt.of(broker), bytes);
            if (json()) {
                out.println(JsonText.of(json(plan)));
            } else {
                print(plan, out);
            }
            boolean enough = brokers(plan).stream().allMatch(id -> plan.bytes(id) >= bytes);
            return enough && plan.silent().isEmpty() ? SOUND : DAMAGED;
        }
    }

    private static List<Integer> brokers(EvictionPlan plan) {
        return plan.lines().stream().map(EvictionLine::broker).distinct().toList();
    }

    private void print(EvictionPlan plan, PrintWriter out) {
        Table table = new Table("broker", "first", "last", "size", "newest record", "partition");
        plan.lines().stream()
                .filter(line -> !line.holdsBack())
                .forEach(line -> table.row(
                        Integer.toString(line.broker()),
                        Long.toString(line.first()),
                        Long.toString(line.last()),
                        DataSizes.text(line.bytes()),
                        line.timestamp() < 0
                                ? "–"
                                : Instant.ofEpochMilli(line.timestamp()).toString(),
                        line.topic() + "-" + line.partition()));
        out.print(table.render());
        plan.lines().stream()
                .filter(EvictionLine::holdsBack)
                .forEach(line -> out.println("Held back on broker " + line.broker() + " by " + line.topic() + "-"
                        + line.partition() + (line.detail().isEmpty() ? "" : ": " + line.detail())));
        for (int id : brokers(plan)) {
            long freed = plan.bytes(id);
            out.println(String.format(
                    Locale.ROOT,
                    "Broker %d would free %s%s",
                    id,
                    DataSizes.text(freed),
                    freed < bytes ? ", less than the " + DataSizes.text(bytes) + " asked for" : ""));
        }
        plan.silent().forEach(line -> out.println("Not answered: " + line));
    }

    private static Map<String, Object> json(EvictionPlan plan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put(
                "segments",
                plan.lines().stream()
                        .filter(line -> !line.holdsBack())
                        .map(SimulateCommand::json)
                        .toList());
        json.put(
                "heldBackBy",
                plan.lines().stream()
                        .filter(EvictionLine::holdsBack)
                        .map(SimulateCommand::json)
                        .toList());
        json.put("notAnswered", plan.silent());
        return json;
    }

    private static Map<String, Object> json(EvictionLine line) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("broker", line.broker());
        json.put("topic", line.topic());
        json.put("partition", line.partition());
        json.put("first", line.first());
        json.put("last", line.last());
        json.put("bytes", line.bytes());
        json.put("timestamp", line.timestamp());
        json.put("detail", line.detail());
        return json;
    }
}
