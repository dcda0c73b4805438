package io.millrace.testkit.kafka;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.stream.Stream;
import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * The program of a broker's process: formats directories that are empty and serves until it is asked to end.
 *
 * <p>Both in one JVM, for a second one would take as long as the broker. It ends with its standard input, so that a test's JVM that is killed leaves no broker behind.
 */
final class BrokerMain {

    private static final int ORPHANED = 3;

    private BrokerMain() {}

    /** The file of the broker's properties, and the cluster's id. */
    public static void main(String[] arguments) throws IOException {
        endWithStandardInput();
        Path file = Path.of(arguments[0]);
        if (!isFormatted(file)) {
            int status = StorageTool.execute(
                    new String[] {"format", "--ignore-formatted", "-t", arguments[1], "-c", file.toString()},
                    new PrintStream(System.out, true, StandardCharsets.UTF_8));
            if (status != 0) {
                System.exit(status);
            }
        }
        Kafka.main(new String[] {file.toString()});
    }

    private static boolean isFormatted(Path file) throws IOException {
        Properties properties = new Properties();
        try (InputStream in = Files.newInputStream(file)) {
            properties.load(in);
        }
        return Stream.of(properties.getProperty("log.dirs").split(","))
                .allMatch(directory -> Files.exists(Path.of(directory, "meta.properties")));
    }

    private static void endWithStandardInput() {
        Thread reader = new Thread(BrokerMain::awaitEndOfInput, "end of standard input");
        reader.setDaemon(true);
        reader.start();
    }

    private static void awaitEndOfInput() {
        try {
            while (System.in.read() >= 0) {
                // Whatever it is, it means that somebody is there.
            }
        } catch (IOException e) {
            System.err.println("standard input is gone: " + e);
        }
        Runtime.getRuntime().halt(ORPHANED);
    }
}
