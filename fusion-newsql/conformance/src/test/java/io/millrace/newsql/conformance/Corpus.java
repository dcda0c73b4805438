package io.millrace.newsql.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The corpus on disk, seen from the directory of the module. */
final class Corpus {

    private static final Path SOURCES = Path.of("src/test/corpus");
    private static final Path RECORDED = Path.of("src/test/resources/corpus");

    private Corpus() {}

    /** The areas' names, sorted. */
    static List<String> areas() throws IOException {
        try (Stream<Path> files = Files.list(SOURCES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".sql"))
                    .map(name -> name.substring(0, name.length() - ".sql".length()))
                    .sorted()
                    .toList();
        }
    }

    static List<CorpusStatement> source(String area) throws IOException {
        return CorpusSource.parse(Files.readString(SOURCES.resolve(area + ".sql")));
    }

    static List<Exchange> recorded(String area) throws IOException {
        return CorpusFormat.read(Files.readString(RECORDED.resolve(area + ".txt")));
    }

    static void record(String area, List<Exchange> exchanges) throws IOException {
        Files.createDirectories(RECORDED);
        Files.writeString(RECORDED.resolve(area + ".txt"), CorpusFormat.write(exchanges));
    }
}
