package io.millrace.registry.etcd;

import static io.millrace.registry.etcd.EtcdFixture.HELLO;
import static io.millrace.registry.etcd.EtcdFixture.PATIENCE;
import static io.millrace.registry.etcd.EtcdFixture.bytes;
import static io.millrace.registry.etcd.EtcdFixture.endpoint;
import static io.millrace.registry.etcd.EtcdFixture.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.etcd.jetcd.Auth;
import io.etcd.jetcd.auth.Permission;
import io.millrace.registry.EndpointGroup;
import io.millrace.registry.EtcdConfig;
import io.millrace.registry.Registration;
import io.millrace.registry.ServiceRegistry;
import io.millrace.testkit.EtcdServer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An etcd that asks for user and password, with one user who may write and one who may only read. */
@Timeout(120)
class EtcdAccessIT {

    @RegisterExtension
    final EtcdServer etcd = EtcdServer.create();

    private EtcdFixture fixture;

    @BeforeEach
    void protectEtcd() {
        fixture = new EtcdFixture(etcd);
        Auth auth = fixture.client().getAuthClient();
        get(auth.userAdd(bytes("root"), bytes("root's")));
        get(auth.roleAdd(bytes("root")));
        get(auth.userGrantRole(bytes("root"), bytes("root")));
        addUser(auth, "agent", Permission.Type.READWRITE);
        addUser(auth, "reader", Permission.Type.READ);
        get(auth.authEnable());
    }

    @AfterEach
    void closeFixture() throws Exception {
        fixture.close();
    }

    @Test
    void theRightPasswordOpens() {
        ServiceRegistry registry = fixture.open(as("agent", "agent's"));
        Registration registration = get(registry.register(HELLO, endpoint(1)));
        EndpointGroup group = fixture.open(as("reader", "reader's")).watch(HELLO);
        assertThat(get(group.ready())).containsExactly(endpoint(1));
        get(registration.update(endpoint(1).withWeight(6)));
        await().atMost(PATIENCE)
                .until(() -> group.endpoints().equals(List.of(endpoint(1).withWeight(6))));
        registration.close();
        await().atMost(PATIENCE).until(() -> group.endpoints().isEmpty());
    }

    @Test
    void aWrongPasswordIsReportedAndOneThatIsSetRightIsUsed() {
        AtomicReference<String> password = new AtomicReference<>("wrong");
        ServiceRegistry registry = fixture.open(fixture.config().withUser("agent", password::get));
        CompletionStage<Registration> registered = registry.register(HELLO, endpoint(1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(registry.health().lastError()).contains("authentication failed"));
        password.set("");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(registry.health().lastError()).contains("password for etcd is empty"));
        assertThat(registry.health().connected()).isFalse();
        assertThat(registered.toCompletableFuture()).isNotDone();
        password.set("agent's");
        get(registered);
        assertThat(registry.health().connected()).isTrue();
    }

    @Test
    void aRegistrationThatIsNotPermittedIsReportedAndDoesNotDisturbTheRest() {
        ServiceRegistry registry = fixture.open(as("reader", "reader's"));
        EndpointGroup group = registry.watch(HELLO);
        get(group.ready());
        CompletionStage<Registration> refused = registry.register(HELLO, endpoint(1));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(registry.health().lastError()).contains("permission denied"));
        assertThat(registry.health().connected()).isFalse();
        assertThat(refused.toCompletableFuture()).isNotDone();
        get(fixture.open(as("agent", "agent's")).register(HELLO, endpoint(2)));
        await().atMost(PATIENCE).until(() -> group.endpoints().equals(List.of(endpoint(2))));
    }

    @Test
    void noUserIsReported() {
        ServiceRegistry registry = fixture.open();
        EndpointGroup group = registry.watch(HELLO);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(registry.health().lastError()).contains("user name is empty"));
        assertThat(group.ready().toCompletableFuture()).isNotDone();
    }

    private EtcdConfig as(String user, String password) {
        return fixture.config().withUser(user, () -> password);
    }

    private static void addUser(Auth auth, String name, Permission.Type type) {
        get(auth.userAdd(bytes(name), bytes(name + "'s")));
        get(auth.roleAdd(bytes(name)));
        // The range of all keys that start with "/millrace/": '0' follows the slash.
        get(auth.roleGrantPermission(bytes(name), bytes("/millrace/"), bytes("/millrace0"), type));
        get(auth.userGrantRole(bytes(name), bytes(name)));
    }
}
