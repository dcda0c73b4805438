package io.millrace.launcher.tool;

import io.millrace.launcher.LauncherException;
import io.millrace.queue.QueueInspector;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code queue dump}: a line for each message of a queue. */
@Command(name = "dump", header = "Shows messages of one queue: offset, length, and the message in one line.")
final class QueueDumpCommand extends QueueTool {

    @Parameters(index = "1", paramLabel = "QUEUE", description = "Name of the queue.")
    private String queue = "";

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            defaultValue = "0",
            description = "The first message to show (${DEFAULT-VALUE}).")
    private long from;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most messages to show (${DEFAULT-VALUE}).")
    private long count;

    @Option(names = "--hex", description = "Show bytes as digits even where they are text.")
    private boolean hex;

    @Option(names = "--full", description = "Show long messages to their end.")
    private boolean full;

    @Override
    int look(QueueInspector inspector, PrintWriter out) {
        if (from < 0 || count < 0) {
            throw new LauncherException("negative: --from " + from + " --count " + count + " (expected: >= 0)");
        }
        boolean[] damaged = {false};
        boolean found = inspector.dump(queue, from, count, new QueueInspector.MessageVisitor() {
            @Override
            public void message(long offset, byte[] bytes) {
                out.println(offset + "\t" + bytes.length + "\t" + MessageText.of(bytes, hex, full));
            }

            @Override
            public void unreadable(long offset, String why) {
                damaged[0] = true;
                out.println(offset + "\t-\tnot readable: " + why);
            }
        });
        if (!found) {
            throw new LauncherException("no such queue: " + queue, "./millrace queue list DIR shows them all.");
        }
        return damaged[0] ? DAMAGED : SOUND;
    }
}
