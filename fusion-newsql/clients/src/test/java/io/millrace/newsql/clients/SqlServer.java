package io.millrace.newsql.clients;

import io.millrace.newsql.NewSqlServer;
import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Our server as a plain main in a process of its own, on a loopback port that it chose.
 *
 * <p><b>Ownership.</b> Closing it asks it to end. <b>Threads.</b> Safe.
 *
 * @param process the running server
 * @param port where it listens
 */
record SqlServer(ChildProcess process, int port) implements AutoCloseable {

    private static final String LISTENING = "listening on ";

    /** Beside the data: what servers share that start quickly. */
    static final String CLASSES = "classes.jsa";

    private static final Duration START = Duration.ofSeconds(60);

    /** No events of Netty for a flight recorder: a server that lives for seconds is up sooner. */
    static final String QUICK_START = "-Dio.netty.jfr.enabled=false";

    /** Starts one for as long as a class of tests, or longer; later options win over the heap of 256 MiB. */
    static SqlServer start(Path directory, String... options) {
        return start(JavaProcess.of(NewSqlServer.class), directory, options);
    }

    private static SqlServer start(JavaProcess program, Path directory, String... options) {
        ChildProcess.Started started = program.options(options)
                .arguments(directory.toString(), "0")
                .process()
                .log(directory.resolveSibling("server.log"))
                .startAndAwait(line -> line.startsWith(LISTENING), START);
        String line = started.line();
        return new SqlServer(started.process(), Integer.parseInt(line.substring(line.lastIndexOf(':') + 1)));
    }

    /** Starts one that will be killed soon; the first on a directory should end in order, the later ones then share its classes. */
    static SqlServer startQuickly(Path directory) {
        return start(JavaProcess.of(NewSqlServer.class, directory.resolveSibling(CLASSES)), directory, QUICK_START);
    }

    /** What Connector/J calls it; options like {@code ?a=b} may follow. */
    String mysqlUrl(String schema) {
        return "jdbc:mysql://127.0.0.1:" + port + "/" + schema;
    }

    /** What MariaDB's driver calls it; options like {@code &a=b} may follow. */
    String mariaDbUrl(String schema) {
        return "jdbc:mariadb://127.0.0.1:" + port + "/" + schema + "?sslMode=disable";
    }

    @Override
    public void close() {
        process.close();
    }
}
