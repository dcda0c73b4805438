package io.millrace.tiered.peer;

import io.millrace.tiered.cold.IndexKind;
import io.millrace.tiered.cold.SegmentIdentity;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.common.Uuid;

/**
 * What a request is about.
 *
 * @param identity the segment, whose topic's name is not known here
 * @param what which part of it
 * @param index which index, if it is about one
 */
record PeerPath(SegmentIdentity identity, What what, Optional<IndexKind> index) {

    private static final Pattern FORMAT =
            Pattern.compile("/v1/([A-Za-z0-9_-]{22})-(\\d{1,9})/([A-Za-z0-9_-]{22})/(manifest|data|state|index/(\\d))");

    /** Parts of a segment. */
    enum What {
        MANIFEST,
        DATA,
        STATE,
        INDEX
    }

    static PeerPath of(SegmentIdentity identity, What what) {
        return new PeerPath(identity, what, Optional.empty());
    }

    static PeerPath of(SegmentIdentity identity, IndexKind index) {
        return new PeerPath(identity, What.INDEX, Optional.of(index));
    }

    /** Reads a path; empty if it is none of ours. */
    static Optional<PeerPath> parse(String path) {
        Matcher fields = FORMAT.matcher(path);
        if (!fields.matches()) {
            return Optional.empty();
        }
        SegmentIdentity identity = new SegmentIdentity(
                "topic",
                Uuid.fromString(fields.group(1)),
                Integer.parseInt(fields.group(2)),
                Uuid.fromString(fields.group(3)));
        if (fields.group(5) == null) {
            return Optional.of(of(identity, What.valueOf(fields.group(4).toUpperCase(Locale.ROOT))));
        }
        return IndexKind.ofNumber(Integer.parseInt(fields.group(5))).map(kind -> of(identity, kind));
    }

    @Override
    public String toString() {
        String part = what.name().toLowerCase(Locale.ROOT)
                + index.map(kind -> "/" + kind.number()).orElse("");
        return "/v1/" + identity.topicId() + "-" + identity.partition() + "/" + identity.id() + "/" + part;
    }
}
