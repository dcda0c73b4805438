package io.millrace.tiered.tool;

import java.util.List;

/**
 * A segment that an eviction would take from a broker's fast disk, or a partition that holds it back.
 *
 * @param broker which
 * @param topic name
 * @param partition from 0
 * @param first offset; −1 if this is one that holds the eviction back
 * @param last offset, inclusive
 * @param bytes of data
 * @param timestamp largest, milliseconds since 1970
 * @param detail a sentence, where there is something to say
 */
public record EvictionLine(
        int broker, String topic, int partition, long first, long last, long bytes, long timestamp, String detail) {

    /** Whether this names one that holds the eviction back. */
    public boolean holdsBack() {
        return first < 0;
    }

    static List<EvictionLine> parse(int broker, List<String> lines) {
        return AnswerLines.of(lines).rows().stream()
                .map(row -> new EvictionLine(
                        broker,
                        row.getOrDefault("topic", ""),
                        (int) AnswerLines.number(row, "partition"),
                        AnswerLines.number(row, "first"),
                        AnswerLines.number(row, "last"),
                        AnswerLines.number(row, "bytes"),
                        AnswerLines.number(row, "timestamp"),
                        AnswerLines.text(row, "detail")))
                .toList();
    }
}
