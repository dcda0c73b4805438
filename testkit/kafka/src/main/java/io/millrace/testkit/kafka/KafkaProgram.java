package io.millrace.testkit.kafka;

import io.millrace.testkit.JavaProcess;
import io.millrace.testkit.Repository;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a broker's process is started from: the jars that the build has copied, without anything of the test's class path.
 *
 * @param folder where the jars are
 * @param jars of the broker, among them one with its main, in the order of their names
 */
record KafkaProgram(Path folder, List<Path> jars) {

    /**
     * Flags of a JVM that is to stay small, and a log of warnings, of segments that come and go, and of whatever the storage plugin has to say.
     */
    private static final List<String> OPTIONS = List.of(
            "-Xss512k",
            "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
            "-Dorg.slf4j.simpleLogger.log.io.millrace=info",
            "-Dorg.slf4j.simpleLogger.log.org.apache.kafka.storage.internals.log.LocalLog=debug",
            "-Dorg.slf4j.simpleLogger.levelInBrackets=true",
            "-Dorg.slf4j.simpleLogger.showDateTime=true",
            "-Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS");

    KafkaProgram {
        jars = List.copyOf(jars);
    }

    /** The one that belongs to this repository. */
    static KafkaProgram find() {
        Path folder = Repository.root().resolve("testkit/kafka/target/kafka-" + version());
        if (!Files.isDirectory(folder)) {
            throw new IllegalStateException("no jars of Kafka in " + folder + "; copy them in the repository's root: "
                    + "./mvnw -q -pl testkit/kafka -am process-classes");
        }
        try (Stream<Path> files = Files.list(folder)) {
            return new KafkaProgram(
                    folder,
                    files.filter(file -> file.toString().endsWith(".jar"))
                            .sorted()
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + folder, e);
        }
    }

    private static String version() {
        Properties properties = new Properties();
        try (InputStream in =
                Objects.requireNonNull(KafkaProgram.class.getResourceAsStream("kafka.properties"), "no resource")) {
            properties.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version");
    }

    /** A broker's process, with plugins behind its own classes. */
    JavaProcess process(List<Path> plugins, List<String> options) {
        List<Path> classPath = new ArrayList<>(jars);
        classPath.addAll(plugins);
        return JavaProcess.of(
                        BrokerMain.class,
                        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)))
                .options(OPTIONS.toArray(String[]::new))
                .options(ClassArchive.isMadeBy(options) ? "-Xshare:auto" : ClassArchive.option(this))
                .options(options.toArray(String[]::new));
    }

    /** The jar, or the folder, that a class has come from. */
    static Path home(Class<?> type) {
        CodeSource source = Objects.requireNonNull(type.getProtectionDomain().getCodeSource(), "a class of the JVM");
        URL location = source.getLocation();
        try {
            return Path.of(location.toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("class from no file: " + location, e);
        }
    }
}
