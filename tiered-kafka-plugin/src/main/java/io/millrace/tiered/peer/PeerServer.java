package io.millrace.tiered.peer;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives this broker's cold segments to the others.
 *
 * <p><b>Threads.</b> {@value #THREADS} answer, {@value #WAITING_MAX} requests wait, more wait in the system's queues. <b>Ownership.</b> {@link #close} ends all of it; a second
 * close does nothing.
 */
public final class PeerServer implements AutoCloseable {

    private static final Logger LOGGER = LoggerFactory.getLogger(PeerServer.class);

    /** As many as read a disk at a time, twice: others wait for their chunk in memory of the broker. */
    private static final int THREADS = 8;

    private static final int WAITING_MAX = 64;
    private static final long IDLE_SECONDS = 30;

    private final HttpServer server;
    private final ThreadPoolExecutor threads;

    private PeerServer(HttpServer server, ThreadPoolExecutor threads) {
        this.server = server;
        this.threads = threads;
    }

    /**
     * Listens and answers.
     *
     * @param tls keys and those who are trusted; clients need a certificate then. Null for plain HTTP
     */
    public static PeerServer start(
            InetSocketAddress address, PeerSecret secret, @Nullable SSLContext tls, ServedSegments segments)
            throws IOException {
        // A request or an answer that never ends would hold a thread for ever; the JDK's server has only these
        // properties for it.
        System.getProperties().putIfAbsent("sun.net.httpserver.maxReqTime", "10");
        System.getProperties().putIfAbsent("sun.net.httpserver.maxRspTime", "60");
        // It writes head and body one after the other; without this the body waits for the other side's delayed
        // acknowledgement.
        System.getProperties().putIfAbsent("sun.net.httpserver.nodelay", "true");
        InetSocketAddress resolved = new InetSocketAddress(address.getHostString(), address.getPort());
        HttpServer server = tls == null ? HttpServer.create(resolved, 0) : https(resolved, tls);
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING_MAX), work -> {
                    Thread thread = new Thread(work, "millrace-tiered-peer");
                    thread.setDaemon(true);
                    return thread;
                });
        // The thread that takes requests answers one itself, and takes no others meanwhile: they wait in the system's
        // queues.
        threads.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
        threads.allowCoreThreadTimeOut(true);
        server.setExecutor(threads);
        RequestGate gate = new RequestGate(secret, Clock.systemUTC());
        server.createContext("/", new PeerHandler(segments, secret, gate));
        server.start();
        LOGGER.info("cold segments are served to peers: address={} tls={}", server.getAddress(), tls != null);
        return new PeerServer(server, threads);
    }

    private static HttpsServer https(InetSocketAddress address, SSLContext tls) throws IOException {
        HttpsServer server = HttpsServer.create(address, 0);
        server.setHttpsConfigurator(new HttpsConfigurator(tls) {
            @Override
            public void configure(HttpsParameters parameters) {
                SSLParameters ssl = getSSLContext().getDefaultSSLParameters();
                ssl.setNeedClientAuth(true);
                parameters.setSSLParameters(ssl);
            }
        });
        return server;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return server.getAddress();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
