package io.millrace.tiered.peer;

import io.millrace.tiered.cold.SegmentSummary;
import java.util.HexFormat;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a broker says of a segment.
 *
 * @param kind whether it has a copy
 * @param digest of its copy as hexadecimal digits, if it has one
 */
public record SegmentState(Kind kind, String digest) {

    private static final Pattern DIGEST = Pattern.compile("[0-9a-f]{64}");

    /** Whether a broker has a copy. */
    public enum Kind {
        /** A copy is here, and it was compared with the first one. */
        HELD,
        /** It knows the partition's segments, and this is none of them any more. */
        GONE,
        /** It cannot say. */
        UNKNOWN
    }

    public static final SegmentState GONE = new SegmentState(Kind.GONE, "");
    public static final SegmentState UNKNOWN = new SegmentState(Kind.UNKNOWN, "");

    /** A verified copy. */
    public static SegmentState held(SegmentSummary summary) {
        return new SegmentState(Kind.HELD, HexFormat.of().formatHex(summary.digest()));
    }

    /** Whether this is a copy with the bytes of that. */
    public boolean isHeld(SegmentSummary summary) {
        return equals(held(summary));
    }

    /** Reads its text; null if it is none. */
    static @Nullable SegmentState parse(String text) {
        String[] words = text.strip().split(" ", -1);
        if (words.length == 2
                && words[0].equals(Kind.HELD.name())
                && DIGEST.matcher(words[1]).matches()) {
            return new SegmentState(Kind.HELD, words[1]);
        }
        return text.strip().equals(Kind.GONE.name()) ? GONE : text.strip().equals(Kind.UNKNOWN.name()) ? UNKNOWN : null;
    }

    @Override
    public String toString() {
        return (kind + " " + digest).strip();
    }
}
