package io.millrace.benchmark.mesh;

import io.millrace.benchmark.process.Child;
import io.millrace.benchmark.process.Children;
import io.millrace.benchmark.process.Loopback;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The peer that everybody has: nginx in the consumer agent's place and three more in the provider agents' places.
 *
 * <p>Each has its own prefix directory, runs in the foreground as our child with one worker a core, and is ended by its
 * process id. It cannot speak Dubbo, so its calls stay HTTP up to the stub.
 */
final class NginxPair {
    private static final String NAME = "nginx-pair";
    private static final List<String> PLACES = List.of("/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/sbin/nginx");

    private NginxPair() {}

    /** The program, if it is installed; {@code MILLRACE_NGINX} names another. */
    static Optional<Path> find() {
        return Stream.concat(Stream.ofNullable(System.getenv("MILLRACE_NGINX")), PLACES.stream())
                .map(Path::of)
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** Starts all four in front of the stub and waits until a call is answered rightly. */
    static Contender start(Path nginx, Children children, int stubPort) throws IOException, InterruptedException {
        List<Integer> ports = Loopback.freePorts(4);
        List<Child> providers = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            Map<String, String> values =
                    Map.of("port", ports.get(i).toString(), "stubPort", Integer.toString(stubPort));
            providers.add(startOne(nginx, children, "nginx-provider-" + i, "nginx-provider.conf", values));
        }
        Map<String, String> values = Map.of(
                "port", ports.get(0).toString(),
                "provider1", ports.get(1).toString(),
                "provider2", ports.get(2).toString(),
                "provider3", ports.get(3).toString());
        Child consumer = startOne(nginx, children, "nginx-consumer", "nginx-consumer.conf", values);
        URI url = URI.create("http://127.0.0.1:" + ports.get(0) + "/");
        FirstCall.await(url, Duration.ofSeconds(15), consumer);
        List<Long> providerPids =
                providers.stream().flatMap(each -> each.family().stream()).toList();
        return new Contender(NAME, url, consumer.family(), providerPids, version(nginx));
    }

    static String peerName() {
        return NAME;
    }

    private static Child startOne(
            Path nginx, Children children, String name, String template, Map<String, String> values)
            throws IOException {
        Path prefix = Files.createDirectories(children.directory().resolve(name));
        Path configuration = prefix.resolve("nginx.conf");
        Files.writeString(configuration, fill(template, values));
        // "-e" keeps the first messages, written before the configuration is read, out of the system's own log.
        return children.startIn(
                prefix,
                name,
                Map.of(),
                List.of(
                        nginx.toString(),
                        "-p",
                        prefix + "/",
                        "-c",
                        configuration.toString(),
                        "-e",
                        prefix.resolve("error.log").toString(),
                        "-g",
                        "daemon off;"));
    }

    private static String fill(String template, Map<String, String> values) throws IOException {
        String text;
        try (InputStream in = NginxPair.class.getResourceAsStream(template)) {
            if (in == null) {
                throw new IOException("resource missing: " + template);
            }
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        String filled = text.replace(
                        "${workers}", Integer.toString(Runtime.getRuntime().availableProcessors()))
                .replace("${user}", isRoot() ? "user root;" : "");
        for (Map.Entry<String, String> value : values.entrySet()) {
            filled = filled.replace("${" + value.getKey() + "}", value.getValue());
        }
        return filled;
    }

    /** As root, nginx would hand its workers to a user who cannot enter the directory of the run. */
    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private static String version(Path nginx) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(nginx.toString(), "-v")
                .redirectErrorStream(true)
                .start();
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .trim()
                .replace("nginx version: ", "");
    }
}
