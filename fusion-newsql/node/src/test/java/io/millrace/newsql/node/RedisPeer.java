package io.millrace.newsql.node;

import io.millrace.testkit.ChildProcess;
import io.millrace.testkit.FreePorts;
import java.io.UncheckedIOException;
import java.time.Duration;

/** A real redis-server on a free port, without persistence. */
final class RedisPeer implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final ChildProcess process;
    private final int port;

    private RedisPeer(ChildProcess process, int port) {
        this.process = process;
        this.port = port;
    }

    static RedisPeer start() {
        int port = FreePorts.one();
        try {
            ChildProcess process = ChildProcess.command(
                            "redis-server",
                            "--port",
                            Integer.toString(port),
                            "--bind",
                            "127.0.0.1",
                            "--save",
                            "",
                            "--appendonly",
                            "no")
                    .startAndAwait(line -> line.contains("Ready to accept connections"), LIMIT)
                    .process();
            return new RedisPeer(process, port);
        } catch (UncheckedIOException e) {
            throw new IllegalStateException("no redis-server here (Debian: apt-get install redis-server)", e);
        }
    }

    int port() {
        return port;
    }

    @Override
    public void close() {
        process.close();
    }
}
