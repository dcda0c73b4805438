package io.millrace.tiered.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.ChildProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** What a program of another language has read: it prints a line for each record, {@code offset timestamp keyLength valueLength [key] [value] [name=header]}. */
final class ProgramReader {

    private static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Pattern LINE =
            Pattern.compile("(\\d+) (\\d+) (-?\\d+) (-?\\d+) \\[(\\w*)] \\[(\\w*)] \\[(?:header=(\\w*))?]");

    private ProgramReader() {}

    /** Runs the program to its end; {@code output} receives what it prints. */
    static List<Seen> read(Path output, String... command) throws IOException {
        try (ChildProcess process = ChildProcess.command(command).log(output).start()) {
            assertThat(process.awaitExit(LIMIT))
                    .as("exit status of %s, which said %s", List.of(command), process.tail())
                    .isZero();
        }
        return Files.readAllLines(output).stream().map(ProgramReader::record).toList();
    }

    private static Seen record(String line) {
        Matcher parts = LINE.matcher(line);
        if (!parts.matches()) {
            throw new AssertionError("not a record: " + line);
        }
        long timestamp = Long.parseLong(parts.group(2));
        @Nullable String header = parts.group(7);
        Header[] headers = header == null ? new Header[0] : new Header[] {new RecordHeader("header", text(header))};
        return new Seen(
                Long.parseLong(parts.group(1)),
                timestamp,
                Seen.hash(
                        timestamp,
                        bytes(parts.group(3), parts.group(5)),
                        bytes(parts.group(4), parts.group(6)),
                        headers));
    }

    /** Absent where its length is −1. */
    private static byte @Nullable [] bytes(String length, String text) {
        return length.equals("-1") ? null : text(text);
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
