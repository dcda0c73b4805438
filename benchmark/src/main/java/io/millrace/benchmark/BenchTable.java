package io.millrace.benchmark;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The rows of a result as text for a terminal: ours, peer, ratio; a line before those of another JDK. */
final class BenchTable {
    private static final String LINE = "%-20s %-28s %12s %12s %-12s %7s  %s%n";

    private BenchTable() {}

    static String of(BenchResult result) {
        StringBuilder table = new StringBuilder();
        table.append(
                String.format(Locale.ROOT, LINE, "case", "metric", "ours", "peer", "(peer)", "ratio", "better  note"));
        String jdk = "";
        for (BenchRow row : result.rows()) {
            if (!row.jdk().equals(jdk)) {
                jdk = row.jdk();
                table.append("jdk ").append(jdk).append('\n');
            }
            table.append(String.format(
                    Locale.ROOT,
                    LINE,
                    row.benchCase(),
                    row.metric() + " [" + row.unit() + "]",
                    figure(row.ours()),
                    figure(row.peer()),
                    row.peerName() == null ? "" : row.peerName(),
                    figure(row.ratio()),
                    row.better() + (row.note() == null ? "" : "  " + row.note())));
        }
        return table.append("ratio: how many times better ours is, whichever way better lies\n")
                .toString();
    }

    private static String figure(@Nullable Double value) {
        if (value == null) {
            return "-";
        }
        int decimals = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 100 ? 1 : 2;
        return String.format(Locale.ROOT, "%." + decimals + "f", value);
    }
}
