package io.millrace.launcher.tool;

import io.millrace.queue.QueueInspector;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine.Command;

/** {@code queue list}: a line for each queue. */
@Command(
        name = "list",
        header = "Lists the queues: earliest offset, next offset, bytes on the disk, name.",
        description = "The last line counts them. Bytes include trimmed messages until a merge drops them.")
final class QueueListCommand extends QueueTool {

    @Override
    int look(QueueInspector inspector, PrintWriter out) {
        long[] totals = new long[3];
        out.println(String.format(Locale.ROOT, "%14s %14s %14s  %s", "earliest", "next", "bytes", "name"));
        inspector.list(queue -> {
            out.println(String.format(
                    Locale.ROOT,
                    "%14d %14d %14d  %s",
                    queue.earliestOffset(),
                    queue.nextOffset(),
                    queue.bytes(),
                    queue.name()));
            totals[0]++;
            totals[1] += queue.nextOffset() - queue.earliestOffset();
            totals[2] += queue.bytes();
        });
        out.println(String.format(Locale.ROOT, "%,d queues, %,d messages, %,d bytes", totals[0], totals[1], totals[2]));
        return SOUND;
    }
}
