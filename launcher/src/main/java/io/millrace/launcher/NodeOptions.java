package io.millrace.launcher;

import io.millrace.newsql.node.NodeConfig;
import io.millrace.newsql.node.NodeServer;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The flags of {@code up node}. The password, if there is to be one, is in the environment: a command line is read by everybody. */
final class NodeOptions {

    private static final String PASSWORD = "MILLRACE_NODE_PASSWORD";

    @Option(
            names = "--node-port",
            paramLabel = "PORT",
            defaultValue = "7379",
            description = "Port of the storage node on 127.0.0.1 (${DEFAULT-VALUE}).")
    int port;

    @Option(
            names = "--node-directory",
            paramLabel = "DIR",
            defaultValue = "target/millrace/node",
            description = "Where the storage node keeps its data (${DEFAULT-VALUE}).")
    Path directory = Path.of("");

    /** Starts a node in this process and stays until it is told to end; then it answers what was asked, and closes its store. */
    void serveUntilKilled() throws IOException, InterruptedException {
        String password = System.getenv(PASSWORD);
        NodeConfig config = NodeConfig.of(directory)
                .withPort(port)
                .withPassword(password == null || password.isEmpty() ? null : password);
        try (Ending ending = Ending.open();
                NodeServer node = NodeServer.start(config)) {
            System.out.println("Up. Storage node at 127.0.0.1:" + node.address().getPort() + ", data in " + directory
                    + (password == null ? "; no password (" + PASSWORD + ")" : ""));
            System.out.println("Try: redis-cli -p " + node.address().getPort() + " SET greeting hello");
            ending.await();
        }
    }
}
