package io.millrace.registry.etcd;

import static io.millrace.registry.etcd.EtcdFixture.HELLO;
import static io.millrace.registry.etcd.EtcdFixture.LEASE;
import static io.millrace.registry.etcd.EtcdFixture.PATIENCE;
import static io.millrace.registry.etcd.EtcdFixture.PREFIX;
import static io.millrace.registry.etcd.EtcdFixture.endpoint;
import static io.millrace.registry.etcd.EtcdFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Client;
import io.etcd.jetcd.KeyValue;
import io.millrace.registry.Endpoint;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceKey;
import io.millrace.registry.ServiceRegistry;
import io.millrace.registry.Snapshots;
import io.millrace.testkit.EtcdServer;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The lease: one for all, kept, lost, ended; and an etcd that stops in its tracks. */
@Timeout(120)
class EtcdLeaseIT {

    @RegisterExtension
    final EtcdServer etcd = EtcdServer.create();

    private EtcdFixture fixture;
    private Client client;

    @BeforeEach
    void openFixture() {
        fixture = new EtcdFixture(etcd);
        client = fixture.client();
    }

    @AfterEach
    void closeFixture() throws Exception {
        fixture.close();
    }

    @Test
    void allRegistrationsStandUnderOneLeaseWhichCloseRevokes() {
        ServiceRegistry registry = fixture.open();
        get(registry.register(HELLO, endpoint(1)));
        get(registry.register(ServiceKey.of("com.example.Other"), endpoint(1)));
        List<KeyValue> keys = EtcdFixture.read(client, "/millrace/");
        assertThat(keys).hasSize(2).extracting(KeyValue::getLease).doesNotContain(0L);
        assertThat(keys.get(0).getLease()).isEqualTo(keys.get(1).getLease());
        registry.close();
        assertThat(EtcdFixture.read(client, "/millrace/")).isEmpty();
    }

    @Test
    void aLeaseRevokedBehindOurBackIsReplacedAndEverythingRegisteredAnew() {
        ServiceRegistry registry = fixture.open();
        Registration first = get(registry.register(HELLO, endpoint(1)));
        Registration second = get(registry.register(HELLO, endpoint(2)));
        EndpointGroup group = fixture.open().watch(HELLO);
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 2);
        long lease = EtcdFixture.read(client, PREFIX).get(0).getLease();
        get(client.getLeaseClient().revoke(lease));
        assertThat(EtcdFixture.read(client, PREFIX)).isEmpty();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(EtcdFixture.read(client, PREFIX))
                .hasSize(2)
                .extracting(KeyValue::getLease)
                .doesNotContain(lease));
        await().atMost(PATIENCE).until(() -> first.isLive() && second.isLive());
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(1), endpoint(2))));
    }

    @Test
    void anUpdateThatFindsTheLeaseGoneIsWrittenUnderTheNextOne() {
        ServiceRegistry registry = fixture.open();
        Registration registration = get(registry.register(HELLO, endpoint(1)));
        get(client.getLeaseClient()
                .revoke(EtcdFixture.read(client, PREFIX).get(0).getLease()));
        get(registration.update(endpoint(1).withWeight(5)));
        assertThat(get(fixture.open().watch(HELLO).ready()))
                .containsExactly(endpoint(1).withWeight(5));
        assertThat(registration.isLive()).isTrue();
    }

    @Test
    void theLeaseOutlivesItsTimeWhileItIsKept() {
        ServiceRegistry registry = fixture.open();
        Registration registration = get(registry.register(HELLO, endpoint(1)));
        long lease = EtcdFixture.read(client, PREFIX).get(0).getLease();
        EndpointGroup group = fixture.open().watch(HELLO);
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 1);
        // Another lease of the same length, which nobody keeps, measures the time by etcd's own clock.
        long other = get(client.getLeaseClient().grant(LEASE.toSeconds())).getID();
        String measure = "/measure";
        get(client.getKVClient()
                .put(
                        EtcdFixture.bytes(measure),
                        EtcdFixture.bytes(""),
                        io.etcd.jetcd.options.PutOption.builder()
                                .withLeaseId(other)
                                .build()));
        try (Snapshots snapshots = Snapshots.of(group)) {
            await().atMost(PATIENCE)
                    .until(() -> EtcdFixture.read(client, measure).isEmpty());
            assertThat(EtcdFixture.read(client, PREFIX).get(0).getLease()).isEqualTo(lease);
            assertThat(registration.isLive()).isTrue();
            assertThat(snapshots.seen()).hasSize(1);
        }
    }

    @Test
    void anAddressThatAnotherProcessTookOverIsLeftToIt() {
        ServiceRegistry old = fixture.open();
        Registration leaving = get(old.register(HELLO, endpoint(1)));
        Endpoint taken = endpoint(1).withWeight(50);
        get(fixture.open().register(HELLO, taken));
        leaving.close();
        old.close();
        assertThat(get(fixture.open().watch(HELLO).ready())).containsExactly(taken);
    }

    @Test
    void aFrozenEtcdEmptiesNoGroupAndIsUsedAgainWhenItGoesOn() {
        ServiceRegistry provider = fixture.open();
        ServiceRegistry consumer = fixture.open();
        Registration registration = get(provider.register(HELLO, endpoint(1)));
        EndpointGroup group = consumer.watch(HELLO);
        await().atMost(PATIENCE).until(() -> group.endpoints().size() == 1);
        try (Snapshots snapshots = Snapshots.of(group)) {
            etcd.freeze();
            await().atMost(PATIENCE).until(() -> !provider.health().connected());
            await().atMost(PATIENCE).until(() -> !consumer.health().connected());
            // By our own clock the lease has ended; etcd, when it wakes, will find the same.
            await().atMost(PATIENCE).until(() -> !registration.isLive());
            assertThat(consumer.health().lastError()).isNotBlank();
            etcd.thaw();
            await().atMost(PATIENCE).until(registration::isLive);
            await().atMost(PATIENCE).until(() -> consumer.health().connected());
            get(registration.update(endpoint(1).withWeight(4)));
            await().atMost(PATIENCE)
                    .until(() -> group.endpoints().equals(List.of(endpoint(1).withWeight(4))));
            assertThat(snapshots.sizeMin()).isEqualTo(1);
        }
    }

    @Test
    void closingWithAFrozenEtcdIsBounded() {
        ServiceRegistry registry = fixture.open();
        Registration registration = get(registry.register(HELLO, endpoint(1)));
        get(registry.watch(HELLO).ready());
        etcd.freeze();
        registration.close();
        registry.close();
        assertThat(registry.health().connected()).isFalse();
        etcd.thaw();
    }
}
