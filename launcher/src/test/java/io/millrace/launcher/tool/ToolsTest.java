package io.millrace.launcher.tool;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.launcher.LauncherException;
import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The tools on a real store: what they print, their exit statuses, and what they refuse. */
class ToolsTest {

    private final Path directory;
    private final StringWriter out = new StringWriter();

    ToolsTest(@TempDir Path folder) {
        directory = folder.resolve("queues");
        try (QueueEngine engine = open()) {
            engine.store().put("orders", "first\n".getBytes(StandardCharsets.UTF_8));
            engine.store().put("orders", new byte[] {0, 1, (byte) 0xFF});
            engine.store().put("bills", "third".getBytes(StandardCharsets.UTF_8));
        }
    }

    private QueueEngine open() {
        return QueueEngine.open(directory, QueueConfig.defaults().withMemoryBytes(16 << 20));
    }

    @Test
    void listShowsEveryQueueAndCountsThem() {
        assertThat(run("queue", "list", directory.toString())).isZero();

        assertThat(out.toString())
                .containsPattern("0 +2 +9  orders")
                .containsPattern("0 +1 +5  bills")
                .contains("2 queues, 3 messages, 14 bytes");
    }

    @Test
    void dumpShowsTextAsTextAndBytesAsDigits() {
        assertThat(run("queue", "dump", directory.toString(), "orders")).isZero();

        assertThat(out.toString()).isEqualTo("0\t6\tfirst\\n\n1\t3\t0001ff\n");
    }

    @Test
    void dumpShowsAPart() {
        assertThat(run("queue", "dump", directory.toString(), "orders", "--from", "1", "--count", "5"))
                .isZero();

        assertThat(out.toString()).isEqualTo("1\t3\t0001ff\n");
    }

    @Test
    void dumpOfNobodySaysSo() {
        assertThat(run("queue", "dump", directory.toString(), "nobody")).isEqualTo(1);
        assertThat(out.toString()).contains("no such queue: nobody");
    }

    @Test
    void verifyIsGoodOnASoundStore() {
        assertThat(run("queue", "verify", directory.toString())).isZero();
        assertThat(out.toString()).contains("2 queues, 3 messages readable").contains("Sound.");
        assertThat(run("queue", "repair", directory.toString())).isZero();
        assertThat(out.toString()).contains("Sound, nothing to repair.");
    }

    @Test
    void verifyNamesADamageAndRepairWhatWasLost() throws IOException {
        flip();

        assertThat(run("queue", "verify", directory.toString())).isEqualTo(1);
        assertThat(out.toString())
                .contains("JOURNAL")
                .contains("queue=recovered-0")
                .contains("DAMAGED.");

        assertThat(run("queue", "repair", directory.toString())).isZero();
        assertThat(out.toString())
                .contains("the damaged record says orders")
                .contains("Kept: ")
                .contains("Repaired.");
        try (QueueEngine engine = open()) {
            assertThat(engine.queueCount()).isEqualTo(2);
        }
    }

    @Test
    void theToolsOfTheLogWorkOnAJournal() throws IOException {
        String journal = directory.resolve("journal").toString();
        assertThat(run("wal", "verify", journal)).isZero();
        assertThat(run("wal", "dump", journal, "--count", "2")).isZero();
        assertThat(out.toString()).contains("Sound.").contains("6f7264657273"); // orders, behind its number
        flip();

        assertThat(run("wal", "verify", journal)).isEqualTo(1);
        assertThat(run("wal", "repair", journal)).isZero();
        assertThat(out.toString()).contains("Lost:").contains("Kept: ").contains("Repaired.");
    }

    @Test
    void aDirectoryInUseIsRefused() {
        try (QueueEngine engine = open()) {
            assertThat(engine.queueCount()).isEqualTo(2);
            assertThat(run("queue", "verify", directory.toString())).isEqualTo(1);
            assertThat(run("wal", "verify", directory.resolve("journal").toString()))
                    .isEqualTo(1);
        }
        assertThat(out.toString()).contains("open already").contains("End the process that has it open");
    }

    @Test
    void wrongCommandLinesEndWithTwo() {
        assertThat(run("queue")).isEqualTo(2);
        assertThat(run("wal")).isEqualTo(2);
        assertThat(run("queue", "list")).isEqualTo(2);
        assertThat(run("queue", "list", directory.resolve("not there").toString()))
                .isEqualTo(2);
        assertThat(run("queue", "dump", directory.toString())).isEqualTo(2);
        assertThat(run("wal", "verify", directory.toString())).isEqualTo(1);
        assertThat(out.toString()).contains("no such directory").contains("no log here");
    }

    /** In the first message: behind the record that made its queue. */
    private void flip() throws IOException {
        Path segment = directory.resolve("journal/00000000000000000000.wal");
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            byte[] text = "first".getBytes(StandardCharsets.UTF_8);
            ByteBuffer content = ByteBuffer.allocate(8192);
            channel.read(content, 0);
            String all = new String(content.array(), StandardCharsets.ISO_8859_1);
            int at = all.indexOf("first");
            assertThat(at).isPositive();
            channel.write(ByteBuffer.wrap(text, 0, 1).put(0, (byte) 'F').rewind(), at);
        }
    }

    private int run(String... arguments) {
        PrintWriter writer = new PrintWriter(out, true);
        return new CommandLine(new Root())
                .addSubcommand(new QueueCommand())
                .addSubcommand(new WalCommand())
                .setOut(writer)
                .setErr(writer)
                .setParameterExceptionHandler((slip, given) -> {
                    writer.println(slip.getMessage());
                    return 2;
                })
                .setExecutionExceptionHandler((failure, command, parsed) -> {
                    writer.println(failure.getMessage());
                    ((LauncherException) failure).remedies().forEach(writer::println);
                    return 1;
                })
                .execute(arguments);
    }

    @CommandLine.Command(name = "millrace")
    private static final class Root implements Runnable {

        @Override
        public void run() {
            throw new IllegalStateException("no command");
        }
    }
}
