package io.millrace.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A real Dubbo provider of {@code io.millrace.sample.HashService} on the loopback address, in a process of its own.
 *
 * <pre>{@code
 * try (DubboProvider provider = DubboProvider.of(DubboProvider.Version.V33).delay(Duration.ZERO).start()) {
 *     connectTo(provider.address());
 *     provider.freeze();
 * }
 * }</pre>
 *
 * <p>Options are set before the start. Dubbo's pool is fixed and has no queue: a call beyond {@link #threads} is answered
 * with status 100. <b>Ownership:</b> {@link #close()} ends the process; a second close does nothing. <b>Threads:</b> one
 * at a time. <b>Errors:</b> {@link IllegalStateException} if the program is not built (with the command that builds it)
 * or does not serve within a minute (with its last output).
 */
public final class DubboProvider implements AutoCloseable {

    private static final Duration START_LIMIT = Duration.ofMinutes(1);

    private static final String READY = "READY port=";

    /** Which Dubbo serves. */
    public enum Version {
        /** {@code com.alibaba:dubbo:2.6.12}: hessian2, fastjson. */
        V26("provider-dubbo26"),
        /** {@code org.apache.dubbo:dubbo:3.3.6}: hessian2, fastjson, fastjson2. */
        V33("provider-dubbo33");

        private final String folder;

        Version(String folder) {
            this.folder = folder;
        }
    }

    private final Version version;
    private final List<String> arguments = new ArrayList<>();
    private final List<String> jvmOptions = new ArrayList<>();
    private @Nullable Path javaHome;
    private int port;
    private @Nullable ChildProcess process;

    private DubboProvider(Version version) {
        this.version = version;
    }

    /** A provider that is not started: 50 ms, 200 threads, hessian2, a free port. */
    public static DubboProvider of(Version version) {
        return new DubboProvider(version);
    }

    /** How long each hash call takes. */
    public DubboProvider delay(Duration delay) {
        return argument("--delay", Long.toString(delay.toMillis()));
    }

    /** The size of the pool. */
    public DubboProvider threads(int count) {
        return argument("--threads", Integer.toString(count));
    }

    /** hessian2, fastjson, or with 3.3 fastjson2. */
    public DubboProvider serialization(String name) {
        return argument("--serialization", name);
    }

    /** Dubbo's heartbeat: a connection silent for three of them is closed. */
    public DubboProvider heartbeat(Duration every) {
        return argument("--heartbeat", Long.toString(every.toMillis()));
    }

    /** The group of the service; none unless said otherwise. */
    public DubboProvider group(String name) {
        return argument("--group", name);
    }

    /** The version of the service (not of Dubbo); none unless said otherwise. */
    public DubboProvider serviceVersion(String name) {
        return argument("--version", name);
    }

    /** The port to listen on; a free one unless said otherwise. */
    public DubboProvider port(int value) {
        this.port = value;
        return this;
    }

    /** Runs on another JVM than the test, the one in this folder. */
    public DubboProvider javaHome(Path home) {
        this.javaHome = home;
        return this;
    }

    /** Adds options of the provider's JVM. */
    public DubboProvider jvmOptions(String... options) {
        jvmOptions.addAll(List.of(options));
        return this;
    }

    /** Starts the process and returns when it serves; after a kill it comes back on the same port. */
    public DubboProvider start() {
        if (process != null) {
            throw new IllegalStateException("already started: " + process);
        }
        if (port == 0) {
            port = FreePorts.one();
        }
        JavaProcess java = JavaProcess.jar(jar())
                .options(jvmOptions.toArray(String[]::new))
                .arguments(arguments.toArray(String[]::new))
                // It reads until its standard input ends, so even a test JVM that is killed leaves nothing behind.
                .arguments("--port", Integer.toString(port), "--until-eof");
        if (javaHome != null) {
            java.javaHome(javaHome);
        }
        ChildProcess.Started started = java.process()
                .name("dubbo provider " + version)
                .startAndAwait(line -> line.startsWith(READY), START_LIMIT);
        process = started.process();
        port = Integer.parseInt(started.line().substring(READY.length()));
        return this;
    }

    /** The port it serves on; kept over restarts. */
    public int port() {
        return port;
    }

    /** Where it serves. */
    public InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** The process id. */
    public long pid() {
        return running().pid();
    }

    /** Ends it at once (SIGKILL): its connections are reset. */
    public void kill() {
        if (process != null) {
            process.kill();
            process = null;
        }
    }

    /** Kills it and starts it again on the same port. */
    public void restart() {
        kill();
        start();
    }

    /** Stops it in its tracks (SIGSTOP): its connections stay open and silent. */
    public void freeze() {
        running().freeze();
    }

    /** Lets a frozen provider go on (SIGCONT). */
    public void thaw() {
        running().thaw();
    }

    /** The last lines that it printed, oldest first. */
    public List<String> tail() {
        return running().tail();
    }

    /** Ends it (SIGTERM); takes part of a second. */
    @Override
    public void close() {
        if (process != null) {
            process.close();
            process = null;
        }
    }

    private DubboProvider argument(String name, String value) {
        arguments.add(name);
        arguments.add(value);
        return this;
    }

    private ChildProcess running() {
        if (process == null) {
            throw new IllegalStateException("the dubbo provider is not running");
        }
        return process;
    }

    private Path jar() {
        Path target =
                Repository.root().resolve("testkit").resolve(version.folder).resolve("target");
        String pattern = "millrace-" + version.folder + "-*[0-9T].jar"; // neither -sources nor -javadoc
        if (Files.isDirectory(target)) {
            try (DirectoryStream<Path> jars = Files.newDirectoryStream(target, pattern)) {
                for (Path jar : jars) {
                    return jar;
                }
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list " + target, e);
            }
        }
        throw new IllegalStateException("no " + pattern + " in " + target + "; build it in the repository's root: "
                + "./mvnw -q -pl testkit/" + version.folder + " -am package -DskipTests");
    }
}
