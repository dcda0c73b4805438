package io.millrace.benchmark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code bench report}: kept results as one page. */
@Command(
        name = "report",
        mixinStandardHelpOptions = true,
        description = "Writes one HTML page with plots from the JSON files under docs/benchmarks; no network.")
final class ReportCommand implements Callable<Integer> {
    @Option(names = "--from", description = "directory of the JSON files (default: docs/benchmarks)")
    private @Nullable Path from;

    @Option(names = "--to", description = "the page (default: report.html in that directory)")
    private @Nullable Path to;

    @Override
    public Integer call() throws IOException {
        Path directory = from != null ? from : ProjectHome.find().resolve("docs/benchmarks");
        List<BenchResult> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".json"))
                    .sorted()
                    .toList()) {
                results.add(BenchResult.read(file));
            }
        }
        if (results.isEmpty()) {
            throw new IOException("no results: " + directory + " (./millrace bench mesh --json FILE makes one)");
        }
        Path page = to != null ? to : directory.resolve("report.html");
        Files.writeString(page, ReportPage.of(results));
        System.out.println(page.toAbsolutePath());
        return 0;
    }
}
