package io.millrace.benchmark.newsql;

import io.millrace.benchmark.ProjectHome;
import io.millrace.benchmark.newsql.serve.SqlServed;
import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.JavaCommand;
import io.millrace.benchmark.process.Loopback;
import io.millrace.benchmark.trial.Jdk;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Starts our SQL server and our storage node, as a user's JVM would run them. */
final class MillraceServers {
    /** By its name: it is in the class path of the servers, not in that of the benchmark. */
    private static final String NODE = "io.millrace.newsql.node.NodeServer";

    private static final String JAR = "launcher/target/millrace-launcher-1.0-SNAPSHOT.jar";
    private static final String READY = "SERVING";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Children children;
    private final Jdk jdk;
    private final List<String> flags;
    private final String classPath;

    private MillraceServers(Children children, Jdk jdk, List<String> flags, String classPath) {
        this.children = children;
        this.jdk = jdk;
        this.flags = flags;
        this.classPath = classPath;
    }

    static MillraceServers of(NewSqlOptions options, Children children) throws IOException {
        Path java = options.java();
        List<Jdk> installed = Jdk.installed(List.of(25, 17));
        Jdk jdk = java != null ? Jdk.of(java) : installed.isEmpty() ? Jdk.current() : installed.get(0);
        List<String> named = options.flags();
        return new MillraceServers(
                children, jdk, named != null ? named : defaultFlags(jdk), classPath(options.classPath()));
    }

    private static List<String> defaultFlags(Jdk jdk) {
        List<String> flags = new ArrayList<>(List.of("-Xmx1g", "-XX:+UseParallelGC"));
        if (jdk.major() >= 24) {
            flags.addAll(List.of("--enable-native-access=ALL-UNNAMED", "--sun-misc-unsafe-memory-access=allow"));
        }
        return flags;
    }

    private static String classPath(@Nullable String named) throws IOException {
        String tools = System.getProperty("java.class.path");
        if (named != null) {
            return named + File.pathSeparator + tools;
        }
        Path jar = ProjectHome.find().resolve(JAR);
        if (!Files.isReadable(jar)) {
            throw new IOException("our server is not built: " + jar
                    + " (./mvnw -q -pl launcher -am -DskipTests package, or --class-path)");
        }
        return jar.toAbsolutePath() + File.pathSeparator + tools;
    }

    Jdk jdk() {
        return jdk;
    }

    List<String> flags() {
        return flags;
    }

    ServerProcess startSql(Path directory) throws IOException, InterruptedException {
        return start(SqlServed.class.getName(), directory);
    }

    ServerProcess startNode(Path directory) throws IOException, InterruptedException {
        return start(NODE, directory);
    }

    private ServerProcess start(String main, Path directory) throws IOException, InterruptedException {
        int port = Loopback.freePorts(1).get(0);
        Path data = directory.resolve("data");
        List<String> command = JavaCommand.of(
                jdk.java(), flags, List.of("-cp", classPath, main), List.of(data.toString(), Integer.toString(port)));
        Child child = children.startIn(directory, ServerProcess.OURS, Map.of(), command);
        child.awaitLine(line -> line.startsWith(READY), PATIENCE);
        return new ServerProcess(ServerProcess.OURS, child, port, directory);
    }
}
