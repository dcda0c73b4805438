package io.millrace.newsql.encoding.collation;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Lines of {@code src/test/weights/record.py}, split at their tabs. */
final class Recordings {

    private Recordings() {}

    static List<String[]> lines(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(Recordings.class.getResourceAsStream(name), name)) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return text.lines().map(line -> line.split("\t", -1)).toList();
        }
    }
}
