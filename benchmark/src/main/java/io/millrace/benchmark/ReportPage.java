package io.millrace.benchmark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Results as one HTML page: a bar plot a metric in inline SVG, and the rows as a table under it. */
final class ReportPage {
    private static final int WIDTH = 640;
    private static final int BAR = 16;
    private static final int LABEL = 230;
    private static final String STYLE =
            """
            body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1b1f24}
            table{border-collapse:collapse;width:100%;margin:.5rem 0 2rem}
            td,th{border-bottom:1px solid #d0d7de;padding:.2rem .5rem;text-align:left}
            td.n,th.n{text-align:right;font-variant-numeric:tabular-nums}
            .ours{fill:#0b6bcb}.peer{fill:#8c959f}text{font:12px system-ui,sans-serif}
            dt{font-weight:600;float:left;margin-right:.5rem}dd{margin:0}
            """;

    private final StringBuilder html = new StringBuilder();

    private ReportPage() {}

    static String of(List<BenchResult> results) {
        ReportPage page = new ReportPage();
        page.html
                .append(
                        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Millrace benchmarks</title>\n<style>")
                .append(STYLE)
                .append("</style>\n<h1>Millrace benchmarks</h1>\n");
        results.forEach(page::result);
        return page.html.append("</html>\n").toString();
    }

    private void result(BenchResult result) {
        html.append("<h2>").append(escaped(result.bench())).append("</h2>\n<dl>");
        result.machine().forEach((name, value) -> html.append("<dt>")
                .append(escaped(name))
                .append("</dt><dd>")
                .append(escaped(String.valueOf(value)))
                .append("</dd>"));
        html.append("</dl>\n");
        Map<String, List<BenchRow>> byMetric = result.rows().stream()
                .collect(Collectors.groupingBy(BenchRow::metric, LinkedHashMap::new, Collectors.toList()));
        byMetric.forEach(this::metric);
    }

    private void metric(String metric, List<BenchRow> rows) {
        BenchRow first = rows.get(0);
        html.append("<h3>")
                .append(escaped(metric + " [" + first.unit() + "], " + first.better() + " is better"))
                .append("</h3>\n");
        plot(metric, rows);
        html.append(
                "<table><tr><th>case<th class=n>ours<th class=n>peer<th>peer's name<th class=n>ratio<th>JDK<th>note</tr>\n");
        rows.forEach(this::row);
        html.append("</table>\n");
    }

    private void plot(String metric, List<BenchRow> rows) {
        double most = rows.stream()
                .mapToDouble(row -> Math.max(orZero(row.ours()), orZero(row.peer())))
                .max()
                .orElse(0);
        int height = rows.size() * (2 * BAR + 10);
        html.append(String.format(
                Locale.ROOT,
                "<svg role=\"img\" aria-label=\"%s\" width=\"%d\" height=\"%d\">%n",
                escaped(metric),
                WIDTH + 80,
                height));
        int y = 0;
        for (BenchRow row : rows) {
            bar(y, "ours", row.benchCase() + ", ours", row.ours(), most);
            bar(y + BAR, "peer", row.peerName() == null ? "" : row.peerName(), row.peer(), most);
            y += 2 * BAR + 10;
        }
        html.append("</svg>\n");
    }

    private void bar(int y, String kind, String label, @Nullable Double value, double most) {
        if (value == null) {
            return;
        }
        double width = most == 0 ? 0 : value / most * (WIDTH - LABEL);
        html.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><rect class=\"%s\" x=\"%d\" y=\"%d\" width=\"%.1f\""
                        + " height=\"%d\"/><text x=\"%.1f\" y=\"%d\">%s</text>%n",
                LABEL - 6,
                y + BAR - 4,
                escaped(label),
                kind,
                LABEL,
                y + 1,
                width,
                BAR - 2,
                LABEL + width + 4,
                y + BAR - 4,
                figure(value)));
    }

    private void row(BenchRow row) {
        html.append("<tr><td>")
                .append(escaped(row.benchCase()))
                .append("<td class=n>")
                .append(figure(row.ours()))
                .append("<td class=n>")
                .append(figure(row.peer()))
                .append("<td>")
                .append(escaped(row.peerName()))
                .append("<td class=n>")
                .append(figure(row.ratio()))
                .append("<td>")
                .append(escaped(row.jdk()))
                .append("<td>")
                .append(escaped(row.note()))
                .append("</tr>\n");
    }

    private static double orZero(@Nullable Double value) {
        return value == null ? 0 : value;
    }

    private static String figure(@Nullable Double value) {
        return value == null ? "" : String.format(Locale.ROOT, Math.abs(value) >= 1000 ? "%,.0f" : "%.2f", value);
    }

    private static String escaped(@Nullable String text) {
        return text == null
                ? ""
                : text.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;");
    }
}
