package io.millrace.thrift.peers;

import io.millrace.thrift.LongList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Answers what peers call, as each of them answers us. */
final class Answers implements Peers.Blocking {

    private final List<String> notes = new CopyOnWriteArrayList<>();

    @Override
    public String name() {
        return "millrace";
    }

    @Override
    public Everything echo(@Nullable Everything value) {
        return Objects.requireNonNull(value, "value");
    }

    @Override
    public Identified identify(@Nullable Identified value) {
        return Objects.requireNonNull(value, "value");
    }

    @Override
    public Nothing blank(@Nullable Nothing value) {
        return Objects.requireNonNull(value, "value");
    }

    @Override
    public long total(@Nullable LongList numbers, @Nullable Map<String, Integer> named) {
        long total = 0;
        for (long number : Objects.requireNonNull(numbers, "numbers").asList()) {
            total += number;
        }
        for (int number : Objects.requireNonNull(named, "named").values()) {
            total += number;
        }
        return total;
    }

    @Override
    public void refuse(@Nullable String message, int code) throws Failed, Busy {
        if (code == 0) {
            throw new Busy().seconds(PeersConstants.BUSY_SECONDS);
        }
        throw new Failed().message(message).code(code).reasons(List.of("asked to"));
    }

    @Override
    public void nothing() {
        // Its answer is a struct without fields.
    }

    @Override
    public void note(@Nullable String text) {
        notes.add(Objects.requireNonNull(text, "text"));
    }

    @Override
    public List<String> notes() {
        return notes;
    }
}
