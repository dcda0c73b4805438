package io.millrace.queue.run;

import io.millrace.memory.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps copies of the messages it is given, null where one is lost. */
public final class ReadMessages implements MessageSink {
    private final long first;
    private final List<byte @Nullable []> messages = new ArrayList<>();

    /** Expects messages from this offset on. */
    public ReadMessages(long first) {
        this.first = first;
    }

    /** What came. */
    public List<byte @Nullable []> messages() {
        return messages;
    }

    /** Whether these came and nothing else. */
    public boolean equalsAll(List<byte[]> expected) {
        boolean equal = messages.size() == expected.size();
        for (int i = 0; equal && i < messages.size(); i++) {
            equal = Arrays.equals(messages.get(i), expected.get(i));
        }
        return equal;
    }

    @Override
    public void accept(long offset, Page page, int index, int length) {
        check(offset);
        byte[] copy = new byte[length];
        page.copyOut(index, copy, 0, length);
        messages.add(copy);
    }

    @Override
    public void lost(long offset) {
        check(offset);
        messages.add(null);
    }

    private void check(long offset) {
        if (offset != first + messages.size()) {
            throw new AssertionError("offset=" + offset + " (expected: " + (first + messages.size()) + ")");
        }
    }
}
