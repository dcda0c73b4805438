package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.millrace.mesh.RawHttp.Answer;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.testkit.DubboProvider;
import io.millrace.testkit.EtcdServer;
import io.millrace.testkit.LeakCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Who gets how many calls, and what becomes of those that find no place. */
class BalanceIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @RegisterExtension
    static final EtcdServer ETCD = EtcdServer.create();

    private static final int PROVIDERS = 3;
    private static final int THREADS = 200;
    private static final ServiceKey KEY = new ServiceKey(null, RawHttp.SERVICE, null);

    private static final List<DubboProvider> providers = new ArrayList<>();
    private static TestMesh mesh;
    private static MeshAgent agent;

    @BeforeAll
    static void start() {
        mesh = TestMesh.over(
                ServiceRegistries.etcd(EtcdConfig.of(ETCD.endpoint().toString())));
        for (int i = 0; i < PROVIDERS; i++) {
            int weight = i + 1;
            DubboProvider provider = DubboProvider.of(i == 0 ? DubboProvider.Version.V26 : DubboProvider.Version.V33)
                    .threads(THREADS)
                    .delay(Duration.ofMillis(50))
                    .start();
            providers.add(provider);
            mesh.provider(
                    provider.port(), service -> service.withWeight(weight).withCapacity(THREADS), config -> config);
        }
        agent = mesh.consumer();
        TestMesh.awaitAnswer(agent);
    }

    @AfterAll
    static void stop() throws Exception {
        mesh.close();
        providers.forEach(DubboProvider::close);
        providers.clear();
    }

    /** What each provider says that it has answered; asked past the balancing. */
    private static long[] counters() throws Exception {
        long[] counters = new long[PROVIDERS];
        for (int i = 0; i < PROVIDERS; i++) {
            try (TestMesh direct = TestMesh.inMemory()) {
                direct.provider(providers.get(i).port());
                try (RawHttp http = RawHttp.to(direct.consumer().address())) {
                    Answer answer = http.call("counter", "");
                    assertThat(answer.status()).as(answer.body()).isEqualTo(200);
                    counters[i] = Long.parseLong(answer.body());
                }
            }
        }
        return counters;
    }

    @Test
    void sharesFollowTheWeights() throws Exception {
        int calls = 3000;
        long[] before = counters();
        try (Load load = Load.start(agent.address(), 64, calls)) {
            load.await();
            assertThat(load.failures()).isEqualTo("none");
            assertThat(load.right()).isEqualTo(calls);
        }
        long[] after = counters();
        for (int i = 0; i < PROVIDERS; i++) {
            assertThat((after[i] - before[i]) * 100.0 / calls)
                    .as("share of provider %d in percent", i + 1)
                    .isCloseTo((i + 1) * 100.0 / 6, within(3.0));
        }
    }

    @Test
    void twoAgentsFillTheProvidersWithoutARejection() throws Exception {
        int connections = 512;
        int calls = 8000;
        double rejectedBefore = mesh.sum(MeshMeters.CALLS, "status", "protocol-100");
        MeshAgent second = mesh.consumer();
        try (Load one = Load.start(agent.address(), connections, calls);
                Load two = Load.start(second.address(), connections, calls)) {
            for (Load each : List.of(one.await(), two.await())) {
                assertThat(each.failures()).isEqualTo("none");
                assertThat(each.right()).isEqualTo(calls);
                assertThat(each.fewestOfOneConnection())
                        .as("no connection starves")
                        .isPositive();
            }
        }
        // A provider answers before the thread that worked is back in its pool. Where the machine stands still in
        // between, a
        // call may find no thread, and is answered by another provider; no caller sees it, and it is no habit.
        assertThat(mesh.sum(MeshMeters.CALLS, "status", "protocol-100") - rejectedBefore)
                .isLessThanOrEqualTo(2 * calls / 1000.0);
    }

    @Test
    void weightsChangeWhileCallsGoOn() throws Exception {
        EtcdConfig apart = EtcdConfig.of(ETCD.endpoint().toString()).withNamespace("/weights");
        try (FakeProvider first = FakeProvider.start();
                FakeProvider second = FakeProvider.start();
                TestMesh agents = TestMesh.inMemory();
                TestMesh found = TestMesh.over(ServiceRegistries.etcd(apart));
                ServiceRegistry operator = ServiceRegistries.etcd(apart)) {
            Endpoint one = endpointOf(agents.provider(first.port()));
            Endpoint two = endpointOf(agents.provider(second.port()));
            Registration changing =
                    operator.register(KEY, one).toCompletableFuture().get(60, TimeUnit.SECONDS);
            operator.register(KEY, two).toCompletableFuture().get(60, TimeUnit.SECONDS);
            MeshAgent consumer = found.consumer();
            TestMesh.awaitAnswer(consumer);
            try (Load load = Load.start(consumer.address(), 8)) {
                awaitShare(load, first, second, 50);
                changing.update(one.withWeight(3)).toCompletableFuture().get(60, TimeUnit.SECONDS);
                awaitShare(load, first, second, 75);
                changing.update(one.withWeight(0)).toCompletableFuture().get(60, TimeUnit.SECONDS);
                awaitShare(load, first, second, 0);
                changing.update(one.withWeight(1)).toCompletableFuture().get(60, TimeUnit.SECONDS);
                awaitShare(load, first, second, 50);
                load.stop();
                assertThat(load.failures())
                        .as("a link that is made anew loses calls")
                        .isEqualTo("none");
            }
        }
    }

    private static Endpoint endpointOf(MeshAgent provider) {
        return Endpoint.of("127.0.0.1", provider.address().getPort());
    }

    private static void awaitShare(Load load, FakeProvider first, FakeProvider second, int percent) {
        await().atMost(TestMesh.LIMIT).untilAsserted(() -> {
            int firstBefore = first.received();
            int secondBefore = second.received();
            load.awaitMore(400);
            double ofFirst = first.received() - firstBefore;
            double ofBoth = ofFirst + second.received() - secondBefore;
            assertThat(ofFirst * 100 / ofBoth).isCloseTo(percent, within(percent == 0 ? 0.0 : 3.0));
        });
    }

    @Test
    void neverMoreThanTheCapacityIsInsideAProvider() throws Exception {
        int capacity = 7;
        try (FakeProvider provider = FakeProvider.start().delay(2);
                TestMesh own = TestMesh.inMemory()) {
            own.provider(provider.port(), service -> service.withCapacity(capacity), config -> config);
            MeshAgent first = own.consumer();
            MeshAgent second = own.consumer();
            try (Load one = Load.start(first.address(), 64, 1500);
                    Load two = Load.start(second.address(), 64, 1500)) {
                assertThat(one.await().failures()).isEqualTo("none");
                assertThat(two.await().failures()).isEqualTo("none");
            }
            assertThat(provider.received()).isEqualTo(3000);
            assertThat(provider.mostOpen()).isEqualTo(capacity);
        }
    }

    @Test
    void whenAllIsFullCallsWaitAndThenAreToldSo() throws Exception {
        BlockingQueue<FakeProvider.Call> held = new LinkedBlockingQueue<>();
        try (FakeProvider provider = FakeProvider.start().behave(held::add);
                TestMesh own = TestMesh.inMemory()) {
            own.provider(provider.port(), service -> service.withCapacity(2), config -> config.withQueueLimit(3));
            MeshAgent consumer = own.consumer(
                    config -> config.withDeadline(Duration.ofSeconds(3)).withQueueLimit(4));
            try (Load load = Load.start(consumer.address(), 40, 40)) {
                load.await();
                assertThat(load.right()).isZero();
                assertThat(load.errors()).containsOnlyKeys(503, 504);
                assertThat(load.failures()).contains("are full").contains("wait");
            }
            assertThat(provider.mostOpen()).isLessThanOrEqualTo(2);
            provider.behave(FakeProvider.Call::hash);
            held.forEach(FakeProvider.Call::hash);
            TestMesh.awaitAnswer(consumer);
        }
    }

    @Test
    void aServiceWhoseEndpointsLeftIsUnavailableAndAnUnknownOneNotFound() throws Exception {
        try (FakeProvider provider = FakeProvider.start();
                TestMesh own = TestMesh.inMemory()) {
            MeshAgent consumer = own.consumer();
            try (RawHttp http = RawHttp.to(consumer.address())) {
                Answer unknown = http.call("hash", "hello");
                assertThat(unknown.status()).isEqualTo(404);
                assertThat(unknown.body()).contains("no such service");
                MeshAgent leaving = own.provider(provider.port());
                TestMesh.awaitAnswer(consumer);
                leaving.close();
                await().atMost(TestMesh.LIMIT).untilAsserted(() -> {
                    Answer gone = http.call("hash", "hello");
                    assertThat(gone.status()).isEqualTo(503);
                    assertThat(gone.body()).contains("no live endpoint");
                });
                own.provider(provider.port());
                TestMesh.awaitAnswer(consumer);
            }
        }
    }
}
