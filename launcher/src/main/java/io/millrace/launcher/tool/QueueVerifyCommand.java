package io.millrace.launcher.tool;

import io.millrace.queue.QueueInspector;
import io.millrace.queue.QueueVerification;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code queue verify}: looks at every byte. */
@Command(
        name = "verify",
        header = "Looks at every byte of journal, checkpoints and runs; changes nothing.",
        description = "Names each damage with file and position, and the messages it costs with queue and offsets.")
final class QueueVerifyCommand extends QueueTool {

    @Option(names = "--all", description = "Show every damage and loss, not only the first fifty.")
    private boolean all;

    @Override
    int look(QueueInspector inspector, PrintWriter out) {
        QueueVerification found = inspector.verify(progress());
        QueueFindings.print(found, all, out);
        out.println(found.isSound() ? "Sound." : "DAMAGED. ./millrace queue repair leaves a store that opens.");
        return found.isSound() ? SOUND : DAMAGED;
    }
}
