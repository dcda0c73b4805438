package io.millrace.launcher.tiered;

import io.millrace.launcher.tool.Ticker;
import io.millrace.tiered.tool.ClusterView;
import io.millrace.tiered.tool.ColdCheck;
import io.millrace.tiered.tool.DirectoryReport;
import io.millrace.tiered.tool.HeldSegment;
import io.millrace.tiered.tool.ReplicaCheck;
import io.millrace.tiered.tool.ReplicaReport;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiered verify}: looks at every byte of cold directories. */
@Command(
        name = "verify",
        header = "Looks at every byte of cold directories: manifests, checksums of chunks and indexes, digests.",
        description = {
            "Names each damage with file, bytes, topic and segment. A broker that runs repairs what it meets while it reads;",
            "damage found here is met then. With --bootstrap and the brokers' secret, every live replica is asked for every",
            "segment that lies in the directories: what it lacks, or has with other bytes, is named by its offsets."
        })
final class VerifyCommand extends TieredTool {

    @Parameters(
            paramLabel = "DIR",
            arity = "1..*",
            description = "Cold directories, as in rsm.config.cold.directories.")
    private List<Path> directories = List.of();

    @Option(
            names = "--rate",
            paramLabel = "SIZE",
            converter = DataSizes.class,
            description = "Most bytes a second, like 50M, so that a broker's readers keep their disk (no limit).")
    private @Nullable Long rate;

    @Option(names = "--all", description = "Show every damage, not only the first fifty of a directory.")
    private boolean all;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Override
    int look(PrintWriter out) throws InterruptedException {
        checkDirectories(directories);
        Ticker ticker = ticker();
        List<DirectoryReport> reports =
                new ColdCheck(directories, rate == null ? Long.MAX_VALUE : rate).run(ticker::advanced);
        ReplicaReport replicas = options.hasCluster() ? askReplicas(reports) : null;
        VerifyPrint print = new VerifyPrint(reports, replicas);
        if (json()) {
            out.println(JsonText.of(print.json()));
        } else {
            print.text(all, out);
        }
        return print.isSound() ? SOUND : DAMAGED;
    }

    private ReplicaReport askReplicas(List<DirectoryReport> reports) throws InterruptedException {
        List<HeldSegment> segments =
                reports.stream().flatMap(report -> report.segments().stream()).toList();
        Ticker ticker = ticker();
        try (ClusterView cluster = options.cluster(this)) {
            return new ReplicaCheck(
                            cluster,
                            options.brokerPeers(this)
                                    .orElseThrow(
                                            () -> slip(
                                                    "--bootstrap needs --secret-file and --peer-port or --peers,"
                                                            + " or --config with them: the replicas are asked for their copies")))
                    .run(segments, answered -> ticker.counted(answered, "answers of replicas"));
        }
    }
}
