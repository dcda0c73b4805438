package io.millrace.registry.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.KeyValue;
import io.etcd.jetcd.options.GetOption;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.testkit.EtcdServer;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Registries over a real etcd, and a look at its keys past them. Closes what it opened. */
final class EtcdFixture implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(30);
    static final Duration LEASE = Duration.ofSeconds(5);
    static final ServiceKey HELLO = ServiceKey.of("com.example.Hello");
    static final String PREFIX = "/millrace/-/com.example.Hello/-/";

    private final URI endpoint;
    private final List<AutoCloseable> opened = new ArrayList<>();

    EtcdFixture(EtcdServer server) {
        this(server.endpoint());
    }

    EtcdFixture(URI endpoint) {
        this.endpoint = endpoint;
    }

    static Endpoint endpoint(int number) {
        return Endpoint.of("10.0.0." + number, 30000).withWeight(number);
    }

    /** Short, so that tests do not take long; longer than a machine that has much to do stands still. */
    EtcdConfig config() {
        return EtcdConfig.of(endpoint.toString()).withLeaseTtl(LEASE).withRequestTimeout(Duration.ofSeconds(2));
    }

    ServiceRegistry open() {
        return open(config());
    }

    ServiceRegistry open(EtcdConfig config) {
        ServiceRegistry registry = ServiceRegistries.etcd(config);
        opened.add(registry);
        return registry;
    }

    /** A client of the test's own. */
    Client client() {
        return client(Client.builder().endpoints(endpoint).waitForReady(false));
    }

    Client client(ClientBuilder builder) {
        Client client = builder.build();
        opened.add(client);
        return client;
    }

    static void put(Client client, String key, String value) {
        get(client.getKVClient().put(bytes(key), bytes(value)));
    }

    static void delete(Client client, String key) {
        get(client.getKVClient().delete(bytes(key)));
    }

    /** All keys that start so. */
    static List<KeyValue> read(Client client, String prefix) {
        GetOption option = GetOption.builder().isPrefix(true).build();
        return get(client.getKVClient().get(bytes(prefix), option)).getKvs();
    }

    static ByteSequence bytes(String text) {
        return ByteSequence.from(text, UTF_8);
    }

    /** The value of a stage that completes soon. */
    static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (Exception failed) {
            throw new AssertionError("stage did not complete well", failed);
        }
    }

    @Override
    public void close() throws Exception {
        for (AutoCloseable each : opened) {
            each.close();
        }
    }
}
