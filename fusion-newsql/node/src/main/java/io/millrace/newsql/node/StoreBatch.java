package io.millrace.newsql.node;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one commit requires and writes. <b>Ownership.</b> Keeps the arrays that it is given; none may change afterwards. <b>Threads.</b> For one at a time.
 */
public final class StoreBatch {

    /** One write: a null value deletes the key. */
    public record Write(KeySpace space, byte[] key, byte @Nullable [] value) {}

    /** A key's newest value that must be there, byte by byte; null: none may be. */
    public record Requirement(KeySpace space, byte[] key, byte @Nullable [] value) {}

    private final List<Requirement> requirements = new ArrayList<>();
    private final List<Write> writes = new ArrayList<>();
    private byte @Nullable [] event;

    public StoreBatch put(KeySpace space, byte[] key, byte[] value) {
        writes.add(new Write(space, key, value));
        return this;
    }

    public StoreBatch delete(KeySpace space, byte[] key) {
        writes.add(new Write(space, key, null));
        return this;
    }

    /** Fails the commit unless the key's newest value is this one; null: unless it has none. */
    public StoreBatch require(KeySpace space, byte[] key, byte @Nullable [] value) {
        requirements.add(new Requirement(space, key, value));
        return this;
    }

    /** What readers of the change log are told of this commit; kept in the log as it is, beside the writes. */
    public StoreBatch event(byte[] description) {
        event = description;
        return this;
    }

    public List<Requirement> requirements() {
        return requirements;
    }

    /** In order: of several writes to a key the last one counts. */
    public List<Write> writes() {
        return writes;
    }

    public byte @Nullable [] event() {
        return event;
    }
}
