package io.millrace.launcher.tool;

import io.millrace.launcher.LauncherException;
import io.millrace.wal.WalInspector;
import io.millrace.wal.WalVisitor;
import java.io.PrintWriter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code wal dump}: a line for each record. */
@Command(name = "dump", header = "Shows records: position, type, length, and the record in one line.")
final class WalDumpCommand extends WalTool {

    @Option(
            names = "--from",
            paramLabel = "POSITION",
            defaultValue = "0",
            description = "Where to begin (${DEFAULT-VALUE}).")
    private long from;

    @Option(
            names = "--count",
            paramLabel = "N",
            defaultValue = "100",
            description = "Most records to show (${DEFAULT-VALUE}).")
    private long count;

    @Option(names = "--hex", description = "Show bytes as digits even where they are text.")
    private boolean hex;

    @Option(names = "--full", description = "Show long records to their end.")
    private boolean full;

    @Override
    int look(WalInspector log, PrintWriter out) {
        if (from < 0 || count < 0) {
            throw new LauncherException("negative: --from " + from + " --count " + count + " (expected: >= 0)");
        }
        Lines lines = new Lines(out);
        log.scan(from, lines, progress());
        return lines.damaged ? DAMAGED : SOUND;
    }

    private final class Lines implements WalVisitor {

        private final PrintWriter out;
        private long shown;
        private boolean damaged;

        Lines(PrintWriter out) {
            this.out = out;
        }

        @Override
        public void record(long position, int type, ByteBuffer memory, int index, int length) {
            line(position, type, memory, index, length, "");
        }

        @Override
        public boolean suspect(long position, int type, ByteBuffer memory, int index, int length) {
            line(position, type, memory, index, length, "\tin a group that does not hold");
            return false;
        }

        @Override
        public void damage(Path segment, long position, long bytes, boolean blind, String what) {
            damaged = true;
            if (position + bytes > from && shown < count) {
                out.println(position + "\tDAMAGED\t" + bytes + "\t" + what);
            }
        }

        @Override
        public boolean wantsMore() {
            return shown < count;
        }

        private void line(long position, int type, ByteBuffer memory, int index, int length, String more) {
            if (position >= from && shown < count) {
                shown++;
                byte[] record = new byte[length];
                memory.get(index, record);
                out.println(position + "\t" + type + "\t" + length + "\t" + MessageText.of(record, hex, full) + more);
            }
        }
    }
}
