package io.millrace.tiered.peer;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;

/** Paths of reports. */
final class ReportPath {

    private static final Pattern FORMAT =
            Pattern.compile("/v1/(?:(states|explain)/([A-Za-z0-9_-]{22})-(\\d{1,9})|simulate/(\\d{1,18})|(space))");

    private ReportPath() {}

    /** The report of this path; empty if it is none, or the broker has none. */
    static Optional<List<String>> find(String path, BrokerReports reports) throws IOException {
        Matcher fields = FORMAT.matcher(path);
        if (!fields.matches()) {
            return Optional.empty();
        }
        if (fields.group(1) == null) {
            return fields.group(4) == null ? reports.space() : reports.simulate(Long.parseLong(fields.group(4)));
        }
        Uuid topicId = Uuid.fromString(fields.group(2));
        int partition = Integer.parseInt(fields.group(3));
        return fields.group(1).equals("states")
                ? reports.states(topicId, partition)
                : reports.explain(topicId, partition);
    }
}
