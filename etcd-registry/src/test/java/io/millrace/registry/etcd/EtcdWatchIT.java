package io.millrace.registry.etcd;

import static io.millrace.registry.etcd.EtcdFixture.HELLO;
import static io.millrace.registry.etcd.EtcdFixture.PATIENCE;
import static io.millrace.registry.etcd.EtcdFixture.PREFIX;
import static io.millrace.registry.etcd.EtcdFixture.endpoint;
import static io.millrace.registry.etcd.EtcdFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.watch.WatchEvent;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.Snapshots;
import io.millrace.testkit.EtcdServer;
import io.millrace.testkit.LeakCheck;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a group makes of the keys that it watches: all kinds of keys, and a watch that is cut. */
@Timeout(120)
class EtcdWatchIT {

    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @RegisterExtension
    static final EtcdServer ETCD = EtcdServer.create();

    private EtcdFixture fixture;
    private Client client;

    @BeforeEach
    void openFixture() {
        fixture = new EtcdFixture(ETCD);
        client = fixture.client();
    }

    @AfterEach
    void closeFixture() throws Exception {
        EtcdFixture.read(client, "/")
                .forEach(kv -> EtcdFixture.delete(client, kv.getKey().toString()));
        fixture.close();
    }

    @Test
    void malformedKeysAndValuesAreIgnored() {
        EtcdFixture.put(client, PREFIX + "10.0.0.1:30000", "{\"weight\":1,\"capacity\":200,\"new\":[1]}");
        EtcdFixture.put(client, PREFIX + "10.0.0.2:30000", "no json");
        EtcdFixture.put(client, PREFIX + "10.0.0.3:30000", "{\"weight\":-5}");
        EtcdFixture.put(client, PREFIX + "no address", "{}");
        EtcdFixture.put(client, PREFIX, "{}");
        EndpointGroup group = fixture.open().watch(HELLO);
        assertThat(get(group.ready())).containsExactly(endpoint(1));
        EtcdFixture.put(client, PREFIX + "10.0.0.4:30000", "x".repeat(10_000));
        EtcdFixture.put(client, PREFIX + "10.0.0.1:30000", "{\"weight\":\"broken\"}");
        EtcdFixture.put(client, PREFIX + "10.0.0.2:30000", "{\"weight\":2}");
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(1), endpoint(2))));
        EtcdFixture.delete(client, PREFIX + "10.0.0.1:30000");
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(2))));
    }

    @Test
    void contestKeysAreReadWhereWanted() {
        String contest = "/dubbomesh/com.example.Hello/";
        EtcdFixture.put(client, contest + "10.0.0.1:30000", "");
        EtcdFixture.put(client, contest + "10.0.0.2:30000", "2");
        EtcdFixture.put(client, contest + "10.0.0.3:30000", "heavy");
        EtcdFixture.put(client, PREFIX + "10.0.0.2:30000", "{\"weight\":7}");
        EtcdConfig config = fixture.config().withReadContestKeys(true);
        ServiceRegistry registry = fixture.open(config);
        EndpointGroup group = registry.watch(HELLO);
        Endpoint first = endpoint(1).withSerialization("fastjson");
        assertThat(get(group.ready())).containsExactly(first, endpoint(2).withWeight(7));
        EtcdFixture.delete(client, PREFIX + "10.0.0.2:30000");
        Endpoint second = endpoint(2).withSerialization("fastjson");
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(first, second)));
        ServiceKey versioned = new ServiceKey(null, HELLO.interfaceName(), "1.0");
        assertThat(get(registry.watch(versioned).ready())).isEmpty();
        assertThat(get(fixture.open().watch(HELLO).ready())).isEmpty();
    }

    @Test
    void endpointsBeyondTheMaximumAreRefusedUntilThereIsRoom() {
        for (int number = 1; number <= 4; number++) {
            EtcdFixture.put(client, PREFIX + endpoint(number).address(), "{\"weight\":" + number + "}");
        }
        EndpointGroup group = fixture.open(fixture.config().withMaxEndpoints(3)).watch(HELLO);
        assertThat(get(group.ready())).containsExactly(endpoint(1), endpoint(2), endpoint(3));
        EtcdFixture.put(client, PREFIX + endpoint(5).address(), "{\"weight\":5}");
        EtcdFixture.put(client, PREFIX + endpoint(3).address(), "{\"weight\":9}");
        await().atMost(PATIENCE).until(() -> group.endpoints()
                .equals(List.of(endpoint(1), endpoint(2), endpoint(3).withWeight(9))));
        EtcdFixture.delete(client, PREFIX + endpoint(1).address());
        await().atMost(PATIENCE).until(() -> group.endpoints()
                .equals(List.of(endpoint(2), endpoint(3).withWeight(9), endpoint(4))));
    }

    @Test
    void changesAndACompactionWhileTheWatchWasCutAreCaughtUp() throws Exception {
        for (int number = 1; number <= 3; number++) {
            EtcdFixture.put(client, PREFIX + endpoint(number).address(), "{\"weight\":" + number + "}");
        }
        try (CuttableProxy proxy = new CuttableProxy(ETCD.endpoint());
                EtcdFixture behindProxy = new EtcdFixture(proxy.endpoint())) {
            ServiceRegistry registry = behindProxy.open();
            EndpointGroup group = registry.watch(HELLO);
            assertThat(get(group.ready())).hasSize(3);
            try (Snapshots snapshots = Snapshots.of(group)) {
                proxy.cut();
                await().atMost(PATIENCE).until(() -> !registry.health().connected());
                EtcdFixture.delete(client, PREFIX + endpoint(1).address());
                EtcdFixture.put(client, PREFIX + endpoint(2).address(), "{\"weight\":8}");
                EtcdFixture.put(client, PREFIX + endpoint(4).address(), "{\"weight\":4}");
                compact();
                assertThat(group.endpoints()).containsExactly(endpoint(1), endpoint(2), endpoint(3));
                proxy.mend();
                await().atMost(PATIENCE).until(() -> group.endpoints()
                        .equals(List.of(endpoint(2).withWeight(8), endpoint(3), endpoint(4))));
                assertThat(snapshots.sizeMin()).isEqualTo(3);
            }
        }
    }

    @Test
    void aWatchFromACompactedRevisionEndsAsCompacted() {
        EtcdFixture.put(client, PREFIX + "10.0.0.1:30000", "{}");
        long old = get(client.getKVClient().get(EtcdFixture.bytes(PREFIX)))
                .getHeader()
                .getRevision();
        EtcdFixture.put(client, PREFIX + "10.0.0.1:30000", "{}");
        EtcdFixture.put(client, PREFIX + "10.0.0.1:30000", "{}");
        compact();
        Loop loop = new Loop("test-loop");
        CompletableFuture<Failure> ended = new CompletableFuture<>();
        EtcdConnection connection =
                new EtcdConnection(client, loop, fixture.config().requestTimeout());
        loop.post(() -> connection.watch(PREFIX, old, new WatchStream.Events() {
            @Override
            public void created() {}

            @Override
            public void changed(List<WatchEvent> events) {
                ended.completeExceptionally(new AssertionError("events of a compacted revision"));
            }

            @Override
            public void ended(Throwable why) {
                ended.complete(Failure.of(why));
            }
        }));
        assertThat(get(ended)).isEqualTo(Failure.COMPACTED);
        loop.post(loop::close);
    }

    private void compact() {
        long revision = get(client.getKVClient().get(EtcdFixture.bytes(PREFIX)))
                .getHeader()
                .getRevision();
        get(client.getKVClient().compact(revision));
    }
}
