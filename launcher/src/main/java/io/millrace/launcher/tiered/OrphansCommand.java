package io.millrace.launcher.tiered;

import io.millrace.launcher.tool.Ticker;
import io.millrace.tiered.tool.ClusterView;
import io.millrace.tiered.tool.ColdContents;
import io.millrace.tiered.tool.Orphan;
import io.millrace.tiered.tool.OrphanSearch;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiered orphans}: copies that no topic claims. */
@Command(
        name = "orphans",
        header = "Names partitions and segments in cold directories that no topic of the cluster claims.",
        description = {
            "By the topics' ids: a topic that was deleted and made again is another one. With --broker also partitions that",
            "this broker has no replica of, with the brokers' secret also segments that every live replica knows gone. The",
            "broker deletes its orphans itself, when it is safe; this command deletes nothing. Exit status 1 if there are any."
        })
final class OrphansCommand extends TieredTool {

    @Parameters(paramLabel = "DIR", arity = "1..*", description = "Cold directories of one broker.")
    private List<Path> directories = List.of();

    @Option(names = "--broker", paramLabel = "ID", description = "The broker whose directories they are.")
    private @Nullable Integer broker;

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Override
    int look(PrintWriter out) {
        checkDirectories(directories);
        try (ClusterView cluster = options.cluster(this)) {
            String clusterId = cluster.clusterId();
            Ticker ticker = ticker();
            ColdContents contents = ColdContents.of(directories, read -> ticker.counted(read, "manifests"));
            List<Orphan> orphans = new OrphanSearch(
                            cluster,
                            options.brokerPeers(this).orElse(null),
                            broker == null ? OptionalInt.empty() : OptionalInt.of(broker))
                    .run(contents.segments());
            if (json()) {
                out.println(JsonText.of(json(clusterId, contents, orphans)));
            } else {
                print(clusterId, contents, orphans, out);
            }
            return orphans.isEmpty() && contents.unreadable().isEmpty() ? SOUND : DAMAGED;
        }
    }

    private static void print(String clusterId, ColdContents contents, List<Orphan> orphans, PrintWriter out) {
        for (Orphan orphan : orphans) {
            out.println(String.format(
                    Locale.ROOT,
                    "%s (%s): %,d segments, %s: %s",
                    orphan.folder(),
                    orphan.topic(),
                    orphan.segments(),
                    DataSizes.text(orphan.bytes()),
                    orphan.kind().text()));
        }
        contents.unreadable().forEach(damage -> out.println("Not readable: " + damage));
        out.println(String.format(
                Locale.ROOT,
                "%,d segments looked at, %,d of them are orphans, cluster %s",
                contents.segments().size(),
                orphans.stream().mapToLong(Orphan::segments).sum(),
                clusterId));
    }

    private static Map<String, Object> json(String clusterId, ColdContents contents, List<Orphan> orphans) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("cluster", clusterId);
        json.put("segments", contents.segments().size());
        json.put("orphans", orphans.stream().map(OrphansCommand::json).toList());
        json.put(
                "unreadable",
                contents.unreadable().stream().map(Object::toString).toList());
        return json;
    }

    private static Map<String, Object> json(Orphan orphan) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("folder", orphan.folder());
        json.put("topic", orphan.topic());
        json.put("kind", orphan.kind().name());
        json.put("segments", orphan.segments());
        json.put("bytes", orphan.bytes());
        return json;
    }
}
