package io.millrace.benchmark.trial;

import io.millrace.benchmark.ProjectHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Jars that hold peers and name their libraries beside them; built by {@code benchmark/peers} and {@code benchmark/thrift}. */
public final class PeerJars {

    private PeerJars() {}

    /** Stores and brokers. {@link IOException} that says how to build it where it is not there. */
    public static List<Path> find() throws IOException {
        return List.of(find("peers"));
    }

    /** What encodes messages, ours too: with its libraries all that a process needs. */
    public static Path thrift() throws IOException {
        return find("thrift");
    }

    private static Path find(String name) throws IOException {
        Path jar = ProjectHome.find()
                .resolve("benchmark/" + name + "/target/millrace-benchmark-" + name + "-1.0-SNAPSHOT.jar");
        if (!Files.isReadable(jar)) {
            throw new IOException("the peers are not built: " + jar + " (./mvnw -q -pl benchmark/" + name
                    + " -am -DskipTests package)");
        }
        return jar;
    }
}
