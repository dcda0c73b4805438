package io.millrace.launcher.queue;

import io.millrace.queue.QueueStore;
import java.util.Arrays;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What reading every message of every queue has shown.
 *
 * @param right messages that are byte by byte what was put at their offset
 * @param errors messages that are not, that are missing, or that nobody put
 * @param firstError in words, or null if there is none
 */
record QueueCheck(long right, long errors, @Nullable String firstError) {

    private static final Pattern LINE = Pattern.compile("CHECK (\\w+) right=(\\d+) errors=(\\d+) first=(.*)");

    /**
     * Reads everything.
     *
     * @param atLeast by queue, messages that must be there
     * @param present by queue; filled with how many are
     */
    static QueueCheck of(QueueStore store, QueueWorkload workload, int[] atLeast, int[] present) {
        long right = 0;
        long errors = 0;
        String first = null;
        for (int queue = 0; queue < workload.queues(); queue++) {
            Collection<byte[]> found = store.get(workload.name(queue), 0, workload.messagesPerQueue() + 1L);
            int offset = 0;
            for (byte[] message : found) {
                if (offset < workload.messagesPerQueue() && Arrays.equals(message, workload.message(queue, offset))) {
                    right++;
                } else {
                    errors++;
                    first = first != null
                            ? first
                            : "wrong message: queue=" + workload.name(queue) + ", offset=" + offset;
                }
                offset++;
            }
            if (offset < atLeast[queue]) {
                errors += atLeast[queue] - offset;
                first = first != null
                        ? first
                        : "missing messages: queue=" + workload.name(queue) + ", from offset=" + offset + " to "
                                + (atLeast[queue] - 1);
            }
            present[queue] = offset;
        }
        return new QueueCheck(right, errors, first);
    }

    /** Reads {@link #line}, or returns null if it is none of this name. */
    static @Nullable QueueCheck parse(String name, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches() || !matcher.group(1).equals(name)) {
            return null;
        }
        String first = matcher.group(4);
        return new QueueCheck(
                Long.parseLong(matcher.group(2)), Long.parseLong(matcher.group(3)), first.isEmpty() ? null : first);
    }

    String line(String name) {
        return "CHECK " + name + " right=" + right + " errors=" + errors + " first="
                + (firstError == null ? "" : firstError);
    }
}
