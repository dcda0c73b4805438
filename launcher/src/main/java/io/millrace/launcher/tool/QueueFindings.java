package io.millrace.launcher.tool;

import io.millrace.queue.QueueVerification;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints what was found in a store. */
final class QueueFindings {

    private static final int SHOWN = 50;

    private QueueFindings() {}

    /** Each damage and each loss, a line each, at most so many; then the sums. */
    static void print(QueueVerification found, boolean all, PrintWriter out) {
        if (found.damageCount() > 0) {
            out.println(String.format(Locale.ROOT, "Damages: %,d", found.damageCount()));
            lines(found.damages(), found.damageCount(), all, out);
        }
        if (found.lostMessages() > 0) {
            out.println(String.format(Locale.ROOT, "Messages that cannot be read: %,d", found.lostMessages()));
            lines(found.losses(), found.losses().size(), all, out);
        }
        found.extraFiles()
                .forEach(file -> out.println("Belongs to nothing, the next start deletes it: " + file.getFileName()));
        out.println(String.format(
                Locale.ROOT,
                "%,d queues, %,d messages readable, %,d bytes looked at",
                found.queues(),
                found.messages(),
                found.bytes()));
    }

    private static void lines(List<?> items, long count, boolean all, PrintWriter out) {
        int shown = all ? items.size() : Math.min(SHOWN, items.size());
        items.subList(0, shown).forEach(item -> out.println("  " + item));
        if (shown < count) {
            out.println(String.format(Locale.ROOT, "  … and %,d more%s", count - shown, all ? "" : " (--all)"));
        }
    }
}
