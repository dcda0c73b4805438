package io.millrace.launcher.tool;

import io.millrace.queue.QueueInspector;
import io.millrace.queue.QueueRepair;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code queue repair}: leaves a store that opens. */
@Command(
        name = "repair",
        header = "Verifies, then leaves a store that opens, and says exactly what was lost.",
        description = {
            "What is there twice is healed, damaged messages are marked as lost in their places, what a damaged journal",
            "still holds is moved into a run. What is replaced is kept beside it, with .damaged behind its name. The exit",
            "status is 0 if the store is sound afterwards."
        })
final class QueueRepairCommand extends QueueTool {

    @Option(names = "--all", description = "Show every damage and loss, not only the first fifty.")
    private boolean all;

    @Override
    int look(QueueInspector inspector, PrintWriter out) {
        QueueRepair repair = inspector.repair(progress());
        QueueFindings.print(repair.found(), all, out);
        repair.actions().forEach(action -> out.println("Done: " + action));
        repair.kept().forEach(file -> out.println("Kept: " + file));
        if (repair.actions().isEmpty()) {
            out.println("Sound, nothing to repair.");
            return SOUND;
        }
        boolean sound = inspector.verify(progress()).isSound();
        out.println(sound ? "Repaired." : "STILL DAMAGED.");
        return sound ? SOUND : DAMAGED;
    }
}
