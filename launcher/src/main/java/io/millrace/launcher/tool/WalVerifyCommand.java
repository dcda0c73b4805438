package io.millrace.launcher.tool;

import io.millrace.wal.WalInspector;
import io.millrace.wal.WalReport;
import java.io.PrintWriter;
import picocli.CommandLine.Command;

/** {@code wal verify}: looks at every byte. */
@Command(
        name = "verify",
        header = "Looks at every byte; changes nothing.",
        description = "Names each damage with file and position, also those behind the first.")
final class WalVerifyCommand extends WalTool {

    @Override
    int look(WalInspector log, PrintWriter out) {
        WalReport report = log.verify(progress());
        WalFindings.print(report, out);
        out.println(report.isSound() ? "Sound." : "DAMAGED. ./millrace wal repair keeps all that holds.");
        return report.isSound() ? SOUND : DAMAGED;
    }
}
