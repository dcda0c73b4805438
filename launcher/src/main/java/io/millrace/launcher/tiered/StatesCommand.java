package io.millrace.launcher.tiered;

import io.millrace.launcher.Table;
import io.millrace.launcher.tool.Ticker;
import io.millrace.tiered.tool.BrokerSpace;
import io.millrace.tiered.tool.ClusterView;
import io.millrace.tiered.tool.ColdContents;
import io.millrace.tiered.tool.PartitionTiers;
import io.millrace.tiered.tool.ReplicaTiers;
import io.millrace.tiered.tool.TierOffsets;
import io.millrace.tiered.tool.TierStates;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiered states}: what of each partition is where. */
@Command(
        name = "states",
        header = "Shows what of each tiered partition is only on SSD, on both, only on HDD.",
        description = {
            "Messages by tier as the leader says, and bytes of each live replica's log on SSD. With the brokers' secret also each",
            "replica's bytes by tier, and what it lacks; with cold directories, what lies in them."
        })
final class StatesCommand extends TieredTool {

    @Parameters(paramLabel = "DIR", arity = "0..*", description = "Cold directories to add up.")
    private List<Path> directories = List.of();

    @Option(names = "--topic", paramLabel = "NAME", description = "This topic alone.")
    private @Nullable String topic;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Override
    int look(PrintWriter out) {
        checkDirectories(directories);
        try (ClusterView cluster = options.cluster(this)) {
            Ticker ticker = ticker();
            ColdContents contents = directories.isEmpty()
                    ? null
                    : ColdContents.of(directories, read -> ticker.counted(read, "manifests"));
            TierStates states =
                    new TierStates(cluster, options.brokerPeers(this).orElse(null), contents);
            List<PartitionTiers> partitions = states.run(Optional.ofNullable(topic));
            List<BrokerSpace> spaces = states.space();
            if (json()) {
                Map<String, Object> all = json(partitions, states.silent());
                all.put("brokers", spaces.stream().map(StatesCommand::json).toList());
                out.println(JsonText.of(all));
            } else {
                out.print(table(partitions).render());
                spaces.forEach(space -> print(space, out));
                states.silent().forEach(line -> out.println("Not answered: " + line));
            }
            return states.silent().isEmpty() ? SOUND : DAMAGED;
        }
    }

    private static void print(BrokerSpace space, PrintWriter out) {
        if (!space.watching()) {
            out.println("Broker " + space.broker() + " has no space watcher (rsm.config.space.high)");
        }
        for (BrokerSpace.Directory directory : space.directories()) {
            out.println("Broker " + space.broker() + " " + directory.path() + ": " + DataSizes.text(directory.used())
                    + " used of " + DataSizes.text(directory.capacity()) + ", marks " + DataSizes.text(directory.low())
                    + " and " + DataSizes.text(directory.high()));
        }
        space.heldBackBy()
                .forEach(hold -> out.println("Broker " + space.broker() + ": eviction is held back by " + hold));
    }

    private static Map<String, Object> json(BrokerSpace space) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("broker", space.broker());
        json.put("watching", space.watching());
        json.put("heldBackBy", space.heldBackBy());
        json.put(
                "directories",
                space.directories().stream()
                        .map(directory -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("path", directory.path());
                            one.put("used", directory.used());
                            one.put("capacity", directory.capacity());
                            one.put("high", directory.high());
                            one.put("low", directory.low());
                            return one;
                        })
                        .toList());
        return json;
    }

    private static Table table(List<PartitionTiers> partitions) {
        Table table = new Table(
                "partition",
                "only SSD",
                "both",
                "only HDD",
                "log on SSD",
                "SSD bytes",
                "both bytes",
                "HDD bytes",
                "lacking",
                "in DIR",
                "replica");
        for (PartitionTiers partition : partitions) {
            TierOffsets offsets = partition.offsets();
            List<ReplicaTiers> replicas = partition.replicas();
            for (int i = 0; i < Math.max(1, replicas.size()); i++) {
                ReplicaTiers replica = i < replicas.size() ? replicas.get(i) : null;
                boolean first = i == 0;
                table.row(
                        first ? partition.topic() + "-" + partition.partition() : "",
                        first ? count(offsets == null ? -1 : offsets.localOnly()) : "",
                        first ? count(offsets == null ? -1 : offsets.both()) : "",
                        first ? count(offsets == null ? -1 : offsets.coldOnly()) : "",
                        DataSizes.text(replica == null ? -1 : replica.localBytes()),
                        DataSizes.text(replica == null ? -1 : replica.tiers().ssd()),
                        DataSizes.text(replica == null ? -1 : replica.tiers().both()),
                        DataSizes.text(replica == null ? -1 : replica.tiers().hdd()),
                        DataSizes.text(replica == null ? -1 : replica.tiers().lacking()),
                        first ? DataSizes.text(partition.coldBytes()) : "",
                        replica == null
                                ? "none lives"
                                : "broker " + replica.broker() + (replica.leads() ? ", leader" : ""));
            }
        }
        return table;
    }

    private static String count(long messages) {
        return messages < 0 ? "–" : String.format(Locale.ROOT, "%,d", messages);
    }

    private static Map<String, Object> json(List<PartitionTiers> partitions, List<String> silent) {
        Map<String, Object> json = new LinkedHashMap<>();
        List<Object> all = new ArrayList<>();
        for (PartitionTiers partition : partitions) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("topic", partition.topic());
            one.put("partition", partition.partition());
            TierOffsets offsets = partition.offsets();
            if (offsets != null) {
                one.put("earliest", offsets.earliest());
                one.put("earliestLocal", offsets.earliestLocal());
                one.put("latestTiered", offsets.latestTiered());
                one.put("latest", offsets.latest());
                one.put("onlySsd", offsets.localOnly());
                one.put("both", offsets.both());
                one.put("onlyHdd", offsets.coldOnly());
            }
            if (partition.coldBytes() >= 0) {
                one.put("directoryBytes", partition.coldBytes());
            }
            one.put(
                    "replicas",
                    partition.replicas().stream().map(StatesCommand::json).toList());
            all.add(one);
        }
        json.put("partitions", all);
        json.put("notAnswered", silent);
        return json;
    }

    private static Map<String, Object> json(ReplicaTiers replica) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("broker", replica.broker());
        json.put("leader", replica.leads());
        json.put("logBytes", replica.localBytes());
        if (replica.tiers().ssd() >= 0) {
            json.put("ssdBytes", replica.tiers().ssd());
            json.put("bothBytes", replica.tiers().both());
            json.put("hddBytes", replica.tiers().hdd());
            json.put("lackingBytes", replica.tiers().lacking());
        }
        return json;
    }
}
