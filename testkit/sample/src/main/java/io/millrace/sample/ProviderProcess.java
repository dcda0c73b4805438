package io.millrace.sample;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * What a provider program does around its Dubbo: reads its options, finds a port, says READY, and ends.
 *
 * <p>Standard output carries the line {@code READY port=N} once the service answers, and with {@code --weight-log} a line
 * {@code CALLS total=N} each second; logs of warnings go to standard error. SIGTERM ends the program at once: callers in
 * the tests want a provider that is gone. Exit status 2 is a wrong option, 1 a failed start.
 */
public final class ProviderProcess {

    /** A free port may be taken before Dubbo binds it. */
    private static final int PORT_ATTEMPTS = 3;

    private ProviderProcess() {}

    /** Exports the service under the options; throws if it cannot. */
    @FunctionalInterface
    public interface Exporter {

        /** Serves on the port of the options, which is not 0, when it returns. */
        void export(ProviderOptions options, HashService service);
    }

    /**
     * Runs the program until it is ended.
     *
     * @param arguments the command line
     * @param attachments the way to the attachments of a call, in the words of one Dubbo
     * @param exporter the start of one Dubbo
     */
    public static void run(String[] arguments, Function<String, @Nullable String> attachments, Exporter exporter) {
        ProviderOptions options;
        try {
            options = ProviderOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.err.print(ProviderOptions.USAGE);
            Runtime.getRuntime().exit(2);
            return;
        }
        HashServiceProvider service = new HashServiceProvider(options.delay(), attachments::apply);
        try {
            int port = bind(options, chosen -> exporter.export(options.withPort(chosen), service));
            System.out.println("READY port=" + port);
        } catch (RuntimeException e) {
            e.printStackTrace(); // the log of the process is its standard error
            Runtime.getRuntime().halt(1);
        }
        // Dubbo's own shutdown waits for its callers up to ten seconds.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(143), "end at once"));
        if (options.untilEof()) {
            startDaemon("until the input ends", ProviderProcess::endWithInput);
        }
        if (options.countLog()) {
            startDaemon("call count", () -> printCount(service));
        }
        waitForever();
    }

    private static int bind(ProviderOptions options, IntConsumer export) {
        if (options.port() != 0) {
            export.accept(options.port());
            return options.port();
        }
        for (int attempt = 1; ; attempt++) {
            int port = freePort();
            try {
                export.accept(port);
                return port;
            } catch (RuntimeException e) {
                if (attempt == PORT_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        }
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        } catch (IOException e) {
            System.err.println("standard input cannot be read, ending: " + e);
        }
        Runtime.getRuntime().halt(0);
    }

    private static void printCount(HashService service) {
        while (sleepASecond()) {
            System.out.println("CALLS total=" + service.counter(""));
        }
    }

    private static void waitForever() {
        while (sleepASecond()) {
            // Dubbo's threads are daemons: this one keeps the program.
        }
    }

    private static boolean sleepASecond() {
        try {
            TimeUnit.SECONDS.sleep(1);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void startDaemon(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }
}
