package io.millrace.benchmark.mesh;

import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Option;

/** What a load is: where to, how many connections, how long. Filled by the command line. */
final class LoadOptions {
    @Option(names = "--url", required = true, description = "where the agent listens, as http://HOST:PORT/")
    private URI url = URI.create("http://127.0.0.1:20000/");

    @Option(names = "--connections", defaultValue = "512", description = "connections, one call each (default: 512)")
    private int connections = 512;

    @Option(names = "--warmup", defaultValue = "3", description = "seconds before the window opens (default: 3)")
    private double warmupSeconds = 3;

    @Option(names = "--seconds", defaultValue = "10", description = "seconds of the measured window (default: 10)")
    private double seconds = 10;

    @Option(
            names = "--call-timeout",
            defaultValue = "5",
            description = "seconds after which a call without an answer is lost (default: 5)")
    private double callTimeoutSeconds = 5;

    @Option(
            names = "--interface",
            defaultValue = "io.millrace.sample.HashService",
            description = "interface named in the form (default: ${DEFAULT-VALUE})")
    private String interfaceName = "io.millrace.sample.HashService";

    @Option(names = "--method", defaultValue = "hash", description = "method named in the form (default: hash)")
    private String method = "hash";

    @Option(names = "--requests", defaultValue = "4096", description = "different requests (default: 4096)")
    private int requests = 4096;

    @Option(names = "--seed", defaultValue = "20181", description = "seed of the requests (default: 20181)")
    private long seed = 20181;

    @Option(names = "--pids", split = ",", description = "processes whose CPU time and memory to report")
    private List<Long> pids = List.of();

    URI url() {
        return url;
    }

    InetSocketAddress address() {
        return new InetSocketAddress(url.getHost(), url.getPort() < 0 ? 80 : url.getPort());
    }

    int connections() {
        return connections;
    }

    long warmupNanos() {
        return nanos(warmupSeconds);
    }

    long windowNanos() {
        return nanos(seconds);
    }

    long callTimeoutNanos() {
        return nanos(callTimeoutSeconds);
    }

    /** An upper bound of the whole run. */
    long limitNanos() {
        return warmupNanos() + windowNanos() + callTimeoutNanos() + TimeUnit.SECONDS.toNanos(10);
    }

    RequestSet requests() {
        return new RequestSet(url, interfaceName, method, requests, seed);
    }

    List<Long> pids() {
        return pids;
    }

    private static long nanos(double seconds) {
        return (long) (seconds * TimeUnit.SECONDS.toNanos(1));
    }
}
