package io.millrace.launcher.tool;

import io.millrace.wal.WalInspector;
import io.millrace.wal.WalReport;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code wal repair}: makes a damaged log one that opens. */
@Command(
        name = "repair",
        header = "Makes a damaged log one that opens, and says what was lost.",
        description = {
            "Records that hold stay at their positions, also behind a damage; what does not hold is stepped over.",
            "Files that are changed are kept beside, with .damaged behind their names. A repair that was killed can be done again."
        })
final class WalRepairCommand extends WalTool {

    @Override
    int look(WalInspector log, PrintWriter out) {
        WalReport lost = log.repair(progress());
        if (lost.isSound()) {
            out.println("Sound, nothing to repair.");
            return SOUND;
        }
        out.println("Lost:");
        WalFindings.print(lost, out);
        lost.copies().forEach(file -> out.println("Kept: " + file));
        WalReport after = log.verify(progress());
        WalFindings.print(after, out);
        out.println(after.isSound() ? "Repaired." : "STILL DAMAGED.");
        return after.isSound() ? SOUND : DAMAGED;
    }
}
