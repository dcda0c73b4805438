package io.millrace.launcher;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.millrace.launcher.child.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Health and metrics on loopback, under the paths that the agent's own program uses. */
final class ManagementServer implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService worker;

    private ManagementServer(HttpServer server, ExecutorService worker) {
        this.server = server;
        this.worker = worker;
    }

    /**
     * Starts serving.
     *
     * @param health whether all is well
     * @param scrape the meters in Prometheus' text format
     */
    static ManagementServer start(int port, BooleanSupplier health, Supplier<String> scrape) throws IOException {
        HttpServer server = HttpServer.create(Ports.loopback(port), 16);
        ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "management");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(worker);
        server.createContext("/actuator/health", exchange -> {
            boolean up = health.getAsBoolean();
            String status = up ? "UP" : "OUT_OF_SERVICE";
            answer(exchange, up ? 200 : 503, "application/json", "{\"status\":\"" + status + "\"}");
        });
        server.createContext(
                "/actuator/prometheus",
                exchange -> answer(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", scrape.get()));
        server.start();
        return new ManagementServer(server, worker);
    }

    @Override
    public void close() {
        server.stop(0);
        worker.shutdownNow();
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
