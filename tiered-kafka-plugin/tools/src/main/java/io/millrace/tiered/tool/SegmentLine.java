package io.millrace.tiered.tool;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What one broker says of one segment.
 *
 * @param broker which
 * @param first offset
 * @param last offset, inclusive
 * @param bytes of data
 * @param timestamp largest, milliseconds since 1970; −1 if it has none
 * @param tier where this broker has it
 * @param segment Kafka's id of the copied segment, or {@code -}
 * @param held whether this broker has a verified cold copy
 * @param why one word: why it is still on the fast disk, or {@code -}
 * @param detail the same in a sentence
 */
public record SegmentLine(
        int broker,
        long first,
        long last,
        long bytes,
        long timestamp,
        Tier tier,
        String segment,
        boolean held,
        String why,
        String detail) {

    /** Where a segment is. */
    public enum Tier {
        /** On the fast disk alone. */
        SSD,
        /** On both. */
        BOTH,
        /** On the cold disk alone. */
        HDD,
        /** The cluster has it, and this broker has not. */
        NONE
    }

    static List<SegmentLine> parse(int broker, List<String> lines) {
        return AnswerLines.of(lines).rows().stream().map(row -> of(broker, row)).toList();
    }

    private static SegmentLine of(int broker, Map<String, String> row) {
        return new SegmentLine(
                broker,
                AnswerLines.number(row, "first"),
                AnswerLines.number(row, "last"),
                AnswerLines.number(row, "bytes"),
                AnswerLines.number(row, "timestamp"),
                tier(row.getOrDefault("tier", "")),
                row.getOrDefault("segment", "-"),
                "yes".equals(row.get("held")),
                row.getOrDefault("why", "-"),
                AnswerLines.text(row, "detail"));
    }

    private static Tier tier(String text) {
        try {
            return Tier.valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new ToolException(
                    "broker speaks of an unknown tier: " + text + " (expected: SSD, BOTH, HDD or NONE)", e);
        }
    }
}
