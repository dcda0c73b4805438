package io.millrace.launcher.tiered;

import io.millrace.tiered.tool.ColdDamage;
import io.millrace.tiered.tool.DirectoryReport;
import io.millrace.tiered.tool.LeftOver;
import io.millrace.tiered.tool.MissingRange;
import io.millrace.tiered.tool.ReplicaReport;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a verification found, as text or as JSON.
 *
 * @param directories a report for each
 * @param replicas what live replicas lack; null if nobody was asked
 */
record VerifyPrint(List<DirectoryReport> directories, @Nullable ReplicaReport replicas) {

    private static final int SHOWN = 50;

    boolean isSound() {
        return directories.stream().allMatch(DirectoryReport::isSound) && (replicas == null || replicas.isComplete());
    }

    void text(boolean all, PrintWriter out) {
        directories.forEach(directory -> directory(directory, all ? Integer.MAX_VALUE : SHOWN, out));
        ReplicaReport asked = replicas;
        if (asked != null) {
            asked.missing().forEach(range -> out.println(line(range)));
            asked.dead().forEach(line -> out.println("Not asked: " + line));
            out.println(String.format(
                    Locale.ROOT,
                    "%,d copies asked for at live replicas, %,d ranges are lacking, %,d segments of topics that are no more",
                    asked.questions(),
                    asked.missing().size(),
                    asked.unclaimed()));
        }
        boolean damaged = !directories.stream().allMatch(DirectoryReport::isSound);
        out.println(
                damaged
                        ? "DAMAGED. A broker with peers repairs a segment when it is read; one without them has lost what is named."
                        : isSound()
                                ? "Sound."
                                : "Sound here, but REPLICAS LACK COPIES. They fetch them by themselves; look again.");
    }

    private static void directory(DirectoryReport report, int shown, PrintWriter out) {
        if (report.damageCount() > 0) {
            out.println(String.format(Locale.ROOT, "Damages in %s: %,d", report.directory(), report.damageCount()));
            report.damages().stream().limit(shown).forEach(damage -> out.println("  " + damage));
            long more = report.damageCount() - Math.min(shown, report.damages().size());
            if (more > 0) {
                out.println(String.format(Locale.ROOT, "  … and %,d more%s", more, shown == SHOWN ? " (--all)" : ""));
            }
        }
        for (LeftOver leftOver : report.leftOvers()) {
            out.println("Of no segment, a copy under way or cut: " + leftOver.file() + " "
                    + DataSizes.text(leftOver.bytes()));
        }
        out.println(String.format(
                Locale.ROOT,
                "%s: %,d segments, %s looked at%s",
                report.directory(),
                report.segments().size(),
                DataSizes.text(report.bytes()),
                report.gone() == 0 ? "" : String.format(Locale.ROOT, ", %,d deleted meanwhile", report.gone())));
    }

    private static String line(MissingRange range) {
        return String.format(
                Locale.ROOT,
                "Lacking on broker %d: %s-%d offsets %d to %d, %,d segments, %s: %s",
                range.broker(),
                range.topic(),
                range.partition(),
                range.first(),
                range.last(),
                range.segments(),
                DataSizes.text(range.bytes()),
                range.why());
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("sound", isSound());
        json.put("directories", directories.stream().map(VerifyPrint::json).toList());
        ReplicaReport asked = replicas;
        if (asked != null) {
            json.put("lacking", asked.missing().stream().map(VerifyPrint::json).toList());
            json.put("notAsked", asked.dead());
            json.put("questions", asked.questions());
            json.put("unclaimedSegments", asked.unclaimed());
        }
        return json;
    }

    private static Map<String, Object> json(DirectoryReport report) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("directory", report.directory());
        json.put("segments", report.segments().size());
        json.put("bytes", report.bytes());
        json.put("gone", report.gone());
        json.put("damageCount", report.damageCount());
        json.put("damages", report.damages().stream().map(VerifyPrint::json).toList());
        json.put(
                "leftOvers",
                report.leftOvers().stream()
                        .map(left -> Map.of("file", left.file(), "bytes", left.bytes()))
                        .toList());
        return json;
    }

    private static Map<String, Object> json(ColdDamage damage) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("file", damage.file());
        json.put("segment", damage.segment());
        json.put("what", damage.what());
        return json;
    }

    private static Map<String, Object> json(MissingRange range) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("topic", range.topic());
        json.put("partition", range.partition());
        json.put("broker", range.broker());
        json.put("first", range.first());
        json.put("last", range.last());
        json.put("segments", range.segments());
        json.put("bytes", range.bytes());
        json.put("why", range.why());
        return json;
    }
}
