package io.millrace.launcher.tiered;

import io.millrace.launcher.Table;
import io.millrace.tiered.tool.ClusterView;
import io.millrace.tiered.tool.Explanation;
import io.millrace.tiered.tool.SegmentLine;
import io.millrace.tiered.tool.TierOffsets;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code tiered explain}: why a segment is still on SSD. */
@Command(
        name = "explain",
        header = "Says of each segment of a partition that is still on SSD why it is there.",
        description = {
            "With the brokers' secret each live replica answers, segment by segment. Without it the answer is what can be seen",
            "from outside: where the tiers begin, and settings that keep data on SSD."
        })
final class ExplainCommand extends TieredTool {

    @Parameters(paramLabel = "TOPIC-PARTITION", description = "Like orders-0.")
    private String partition = "";

    @Mixin
    private ClusterOptions options = new ClusterOptions();

    @Override
    int look(PrintWriter out) {
        int dash = partition.lastIndexOf('-');
        int number = dash < 1 ? -1 : number(partition.substring(dash + 1));
        if (number < 0) {
            throw slip("no partition: " + partition + " (expected: TOPIC-PARTITION, like orders-0)");
        }
        try (ClusterView cluster = options.cluster(this)) {
            Explanation explanation =
                    Explanation.of(cluster, options.brokerPeers(this), partition.substring(0, dash), number);
            if (json()) {
                out.println(JsonText.of(json(explanation)));
            } else {
                print(explanation, out);
            }
            return SOUND;
        }
    }

    private static int number(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    private void print(Explanation explanation, PrintWriter out) {
        TierOffsets offsets = explanation.offsets();
        out.println(String.format(
                Locale.ROOT,
                "%s: %,d messages only on HDD, %,d on both, %,d only on SSD",
                partition,
                offsets.coldOnly(),
                offsets.both(),
                offsets.localOnly()));
        explanation.findings().forEach(finding -> out.println("  " + finding));
        if (explanation.segments().isEmpty()) {
            return;
        }
        Table table = new Table("broker", "first", "last", "size", "newest record", "tier", "why on SSD");
        for (SegmentLine line : explanation.segments()) {
            table.row(
                    Integer.toString(line.broker()),
                    Long.toString(line.first()),
                    Long.toString(line.last()),
                    DataSizes.text(line.bytes()),
                    time(line.timestamp()),
                    line.tier().name(),
                    line.detail().isEmpty() ? line.why() : line.why() + ": " + line.detail());
        }
        out.print(table.render());
    }

    private static String time(long millis) {
        return millis < 0 ? "–" : Instant.ofEpochMilli(millis).toString();
    }

    private Map<String, Object> json(Explanation explanation) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("partition", partition);
        json.put("onlySsd", explanation.offsets().localOnly());
        json.put("both", explanation.offsets().both());
        json.put("onlyHdd", explanation.offsets().coldOnly());
        json.put("findings", explanation.findings());
        json.put("segments", segments(explanation.segments()));
        return json;
    }

    private static List<Map<String, Object>> segments(List<SegmentLine> lines) {
        return lines.stream()
                .map(line -> {
                    Map<String, Object> json = new LinkedHashMap<>();
                    json.put("broker", line.broker());
                    json.put("first", line.first());
                    json.put("last", line.last());
                    json.put("bytes", line.bytes());
                    json.put("timestamp", line.timestamp());
                    json.put("tier", line.tier().name());
                    json.put("segment", line.segment());
                    json.put("held", line.held());
                    json.put("why", line.why());
                    json.put("detail", line.detail());
                    return json;
                })
                .toList();
    }
}
