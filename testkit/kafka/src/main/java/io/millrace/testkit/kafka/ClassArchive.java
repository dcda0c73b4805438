package io.millrace.testkit.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.UUID;

/**
 * The classes of a broker as its JVM likes them best: a file that it maps (an archive of class data), made once for a build by a broker that starts and ends, so that all others start in half the time.
 *
 * <p><b>Threads.</b> Safe, also among processes: one makes it, the others wait.
 */
final class ClassArchive {

    private static final String MAKE = "-XX:ArchiveClassesAtExit=";
    private static final String USE = "-XX:SharedArchiveFile=";

    private ClassArchive() {}

    /** The JVM's option that uses the archive for these jars; made if there is none. */
    static String option(KafkaProgram program) {
        Path archive = program.folder().resolve("classes-" + fingerprint(program) + ".jsa");
        if (!Files.exists(archive)) {
            makeAlone(archive);
        }
        return USE + archive;
    }

    /** The JVM takes no archive of other jars, or of a JVM that is not itself. */
    private static String fingerprint(KafkaProgram program) {
        StringBuilder text = new StringBuilder(Runtime.version().toString());
        for (Path jar : program.jars()) {
            text.append(jar).append(jar.toFile().length()).append(jar.toFile().lastModified());
        }
        return UUID.nameUUIDFromBytes(text.toString().getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    /** Whether a broker with these options is the one that makes the archive. */
    static boolean isMadeBy(List<String> options) {
        return options.stream().anyMatch(option -> option.startsWith(MAKE));
    }

    private static synchronized void makeAlone(Path archive) {
        try (FileChannel file = FileChannel.open(
                        archive.resolveSibling("classes.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            assert lock.isValid();
            if (!Files.exists(archive)) {
                make(archive);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make " + archive, e);
        }
    }

    private static void make(Path archive) throws IOException {
        Path unfinished = archive.resolveSibling(archive.getFileName() + ".new");
        try (KafkaCluster kafka =
                KafkaCluster.of(1).jvmOptions(MAKE + unfinished).start()) {
            kafka.broker(1).stop();
        }
        Files.move(unfinished, archive, StandardCopyOption.ATOMIC_MOVE);
    }
}
