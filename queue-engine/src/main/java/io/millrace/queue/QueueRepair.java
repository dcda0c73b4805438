package io.millrace.queue;

import java.nio.file.Path;
import java.util.List;

/**
 * What a repair did.
 *
 * @param found what it found damaged, and what that cost; the losses are exactly the messages that are gone
 * @param actions what was done about it, in words, in its order; nothing if the store was sound
 * @param kept copies of what was replaced or taken out, for those who want to look closer; delete them when they are not wanted
 */
public record QueueRepair(QueueVerification found, List<String> actions, List<Path> kept) {

    public QueueRepair {
        actions = List.copyOf(actions);
        kept = List.copyOf(kept);
    }
}
