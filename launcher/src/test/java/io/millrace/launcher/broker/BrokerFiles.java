package io.millrace.launcher.broker;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The broker and the plugin as the build has left them. */
public final class BrokerFiles {

    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    /** The jars of Apache Kafka. */
    public static final Path FOLDER = find(ROOT.resolve("testkit/kafka/target"), "kafka-4");

    /** The jar of the tiered storage. */
    public static final Path PLUGIN = ROOT.resolve("tiered-kafka-plugin/target/millrace-tiered-kafka-1.0-SNAPSHOT.jar");

    private BrokerFiles() {}

    private static Path find(Path folder, String prefix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isDirectory)
                    .filter(file -> String.valueOf(file.getFileName()).startsWith(prefix))
                    .sorted()
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException("no " + prefix + "… in " + folder));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }
}
