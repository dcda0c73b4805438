package io.millrace.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.ServiceRegistries;
import io.millrace.registry.ServiceRegistry;
import io.millrace.testkit.EtcdServer;
import io.millrace.testkit.LeakCheck;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A real etcd that dies, forgets and comes back while calls go on: not one of them may notice. */
class EtcdIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    @RegisterExtension
    static final EtcdServer ETCD = EtcdServer.create();

    private static final Duration LEASE = Duration.ofSeconds(5);

    private static FakeProvider first;
    private static FakeProvider second;
    private static TestMesh one;
    private static TestMesh two;
    private static TestMesh callers;
    private static MeshAgent firstAgent;
    private static MeshAgent secondAgent;
    private static MeshAgent agent;

    /** Each agent has a registry of its own, as in processes of their own. */
    @BeforeAll
    static void start() {
        first = FakeProvider.start().delay(2);
        second = FakeProvider.start().delay(2);
        one = TestMesh.over(registry());
        two = TestMesh.over(registry());
        callers = TestMesh.over(registry());
        firstAgent = one.provider(first.port());
        secondAgent = two.provider(second.port());
        agent = callers.consumer();
        TestMesh.awaitAnswer(agent);
    }

    private static ServiceRegistry registry() {
        return ServiceRegistries.etcd(EtcdConfig.of(ETCD.endpoint().toString()).withLeaseTtl(LEASE));
    }

    @AfterAll
    static void stop() throws Exception {
        callers.close();
        two.close();
        one.close();
        second.close();
        first.close();
    }

    /** Both provider agents are registered, and a consumer agent that has just come finds both. */
    private static void awaitAllRegistered() {
        TestMesh.awaitReady(firstAgent);
        TestMesh.awaitReady(secondAgent);
        awaitCallsAtBoth(agent);
    }

    private static void awaitCallsAtBoth(MeshAgent consumer) {
        int firstBefore = first.received();
        int secondBefore = second.received();
        await().atMost(TestMesh.LIMIT).until(() -> {
            TestMesh.awaitAnswer(consumer);
            return first.received() > firstBefore && second.received() > secondBefore;
        });
    }

    private static void assertNoCallNotices(Load load) {
        load.stop();
        assertThat(load.failures()).isEqualTo("none");
        assertThat(load.right()).isPositive();
    }

    @Test
    void killedAndRestartedUnderLoad() {
        try (Load load = Load.start(agent.address(), 16)) {
            load.awaitMore(200);
            ETCD.kill();
            await().atMost(TestMesh.LIMIT)
                    .until(() -> !callers.registry().health().connected());
            assertThat(agent.health().ready()).as("health says so").isFalse();
            load.awaitMore(1000);
            ETCD.start();
            await().atMost(TestMesh.LIMIT)
                    .until(() -> callers.registry().health().connected());
            load.awaitMore(200);
            awaitAllRegistered();
            assertNoCallNotices(load);
        }
    }

    @Test
    void awayForLongerThanTheLeases() {
        try (Load load = Load.start(agent.address(), 16)) {
            load.awaitMore(200);
            ETCD.kill();
            await().pollDelay(LEASE.plusSeconds(3)).atMost(TestMesh.LIMIT).until(() -> true);
            ETCD.start();
            awaitAllRegistered();
            load.awaitMore(200);
            assertNoCallNotices(load);
        }
    }

    @Test
    void restartedWithNothingInIt() throws Exception {
        try (Load load = Load.start(agent.address(), 16)) {
            load.awaitMore(200);
            ETCD.restartEmpty();
            awaitAllRegistered();
            load.awaitMore(200);
            assertNoCallNotices(load);
        }
        try (TestMesh late = TestMesh.over(registry())) {
            awaitCallsAtBoth(late.consumer());
        }
    }

    @Test
    void leasesLost() throws Exception {
        try (Load load = Load.start(agent.address(), 16);
                Client client = Client.builder().endpoints(ETCD.endpoint()).build()) {
            load.awaitMore(200);
            // One after the other: with both gone at once the service truly has no endpoint for a moment.
            for (MeshAgent each : List.of(firstAgent, secondAgent)) {
                long lease = leaseOf(client, each);
                client.getLeaseClient().revoke(lease).get(60, TimeUnit.SECONDS);
                await().atMost(TestMesh.LIMIT).until(() -> {
                    long now = leaseOf(client, each);
                    return now != 0 && now != lease;
                });
                awaitAllRegistered();
            }
            load.awaitMore(200);
            assertNoCallNotices(load);
        }
    }

    /** The lease that holds the agent's registration, 0 if there is none. */
    private static long leaseOf(Client client, MeshAgent agent) throws Exception {
        String key = "/millrace/-/" + RawHttp.SERVICE + "/-/127.0.0.1:"
                + agent.address().getPort();
        return client
                .getKVClient()
                .get(ByteSequence.from(key, StandardCharsets.UTF_8))
                .get(60, TimeUnit.SECONDS)
                .getKvs()
                .stream()
                .mapToLong(KeyValue::getLease)
                .sum();
    }

    @Test
    void agentsStartedBeforeEtcd() throws Exception {
        try (EtcdServer late = EtcdServer.create();
                FakeProvider provider = FakeProvider.start()) {
            late.start();
            EtcdConfig config = EtcdConfig.of(late.endpoint().toString()).withLeaseTtl(LEASE);
            late.kill();
            try (TestMesh mesh = TestMesh.over(ServiceRegistries.etcd(config))) {
                MeshAgent fronting = mesh.startProvider(provider.port(), service -> service, each -> each);
                MeshAgent calling = mesh.consumer();
                assertThat(calling.health().ready()).isFalse();
                assertThat(fronting.health().ready()).isFalse();
                try (RawHttp early = RawHttp.to(calling.address());
                        RawHttp health = RawHttp.to(calling.address())) {
                    early.send(RawHttp.post(RawHttp.form("hash", "hello")));
                    RawHttp.Answer answer = health.send("GET /health HTTP/1.1\r\nHost: agent\r\n\r\n")
                            .read();
                    assertThat(answer.status()).isEqualTo(503);
                    assertThat(answer.body()).isEqualTo("not ready\n");
                    late.start();
                    // Whether the registry's first answer comes before or after the registration is a matter of luck.
                    assertThat(early.read().status()).isIn(200, 404);
                }
                TestMesh.awaitReady(fronting);
                TestMesh.awaitReady(calling);
                TestMesh.awaitAnswer(calling);
            }
        }
    }

    @Test
    void aCallBeforeEtcdAnswersEndsAtItsDeadline() throws Exception {
        try (EtcdServer never = EtcdServer.create()) {
            never.start();
            EtcdConfig config = EtcdConfig.of(never.endpoint().toString());
            never.kill();
            try (TestMesh mesh = TestMesh.over(ServiceRegistries.etcd(config))) {
                MeshAgent calling = mesh.consumer(each -> each.withDeadline(Duration.ofMillis(300)));
                try (RawHttp http = RawHttp.to(calling.address())) {
                    for (String text : List.of("one", "two")) {
                        RawHttp.Answer answer = http.call("hash", text);
                        assertThat(answer.status()).isEqualTo(504);
                        assertThat(answer.body()).contains("the registry has not answered");
                    }
                }
            }
        }
    }
}
