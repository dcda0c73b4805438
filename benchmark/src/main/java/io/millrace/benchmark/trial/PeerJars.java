package io.millrace.benchmark.trial;

import io.millrace.benchmark.ProjectHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The jar of the peers, which names its libraries beside it; built by {@code benchmark/peers}. */
public final class PeerJars {
    private static final String JAR = "benchmark/peers/target/millrace-benchmark-peers-1.0-SNAPSHOT.jar";

    private PeerJars() {}

    /** {@link IOException} that says how to build it where it is not there. */
    public static List<Path> find() throws IOException {
        Path jar = ProjectHome.find().resolve(JAR);
        if (!Files.isReadable(jar)) {
            throw new IOException(
                    "the peers are not built: " + jar + " (./mvnw -q -pl benchmark/peers -am -DskipTests package)");
        }
        return List.of(jar);
    }
}
