package io.millrace.launcher.queue;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A line of a child: so many messages of a lane were put, and each put has returned.
 *
 * @param lane whose
 * @param count of all of its messages so far, in its order
 * @param elapsedNanos since it began
 * @param putNanos times of some of the puts since the last acknowledgement
 */
record Acknowledgement(int lane, int count, long elapsedNanos, List<Long> putNanos) {

    private static final Pattern LINE = Pattern.compile("ACK lane=(\\d+) count=(\\d+) nanos=(\\d+) puts=([\\d,]*) end");

    /** Reads {@link #line}; empty if a line is none, or was cut by the end of its process. */
    static Optional<Acknowledgement> parse(String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        List<Long> nanos = Stream.of(matcher.group(4).split(",", -1))
                .filter(text -> !text.isEmpty())
                .map(Long::valueOf)
                .toList();
        return Optional.of(new Acknowledgement(
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                Long.parseLong(matcher.group(3)),
                nanos));
    }

    String line() {
        String puts = putNanos.stream().map(String::valueOf).collect(Collectors.joining(","));
        return "ACK lane=" + lane + " count=" + count + " nanos=" + elapsedNanos + " puts=" + puts + " end";
    }
}
