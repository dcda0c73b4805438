package io.millrace.launcher.tool;

import io.millrace.wal.WalDamage;
import io.millrace.wal.WalReport;
import java.io.PrintWriter;
import java.util.Locale;

/** Shows what looking at a log has found: a line for each damage, then the sums. */
final class WalFindings {

    private WalFindings() {}

    static void print(WalReport report, PrintWriter out) {
        for (WalDamage damage : report.damages()) {
            out.println(damage.segment().getFileName() + " position=" + damage.position() + " bytes=" + damage.bytes()
                    + ": " + damage.what() + (damage.wasDurable() ? "" : "; never on the device, opening cuts it"));
        }
        out.println(String.format(
                Locale.ROOT,
                "%,d records in %,d groups with %,d bytes hold, %,d more are not sealed yet; %,d damages with %,d bytes",
                report.records(),
                report.groups(),
                report.bytes(),
                report.unsealedRecords(),
                report.damages().size(),
                report.damagedBytes()));
    }
}
