package io.millrace.newsql.boot;

import io.millrace.newsql.NewSqlServer;
import org.springframework.context.SmartLifecycle;

/** Ends the server's sessions first of all when the application ends, while health and metrics still answer; the store is on the device then. */
final class NewSqlLifecycle implements SmartLifecycle, AutoCloseable {
    private final NewSqlServer server;
    private volatile boolean running = true;

    NewSqlLifecycle(NewSqlServer server) {
        this.server = server;
    }

    @Override
    public void start() {
        // The server was opened with its bean.
    }

    @Override
    public void stop() {
        running = false;
        server.close();
    }

    /** Of an application that was never stopped because its start failed. */
    @Override
    public void close() {
        if (running) {
            stop();
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
