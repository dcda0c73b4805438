package io.millrace.provider;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.sample.HashService;
import io.millrace.sample.Level;
import io.millrace.sample.Person;
import io.millrace.testkit.DubboProvider;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every provider process does, asked by a real consumer of the same Dubbo; most of it only with {@code --long}, since it asks the test kit's providers, not the product. */
@SuppressWarnings("JavaUtilDate") // see Person
public abstract class DubboProviderContract {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** A consumer of one provider. */
    public interface Consumer extends AutoCloseable {

        /** The remote service. */
        HashService service();

        /** Adds an attachment to this thread's next call. */
        void attach(String key, String value);

        @Override
        void close();
    }

    private final DubboProvider.Version version;

    /** A contract of one Dubbo. */
    protected DubboProviderContract(DubboProvider.Version version) {
        this.version = version;
    }

    /** A consumer of the service at a URL such as {@code dubbo://10.0.0.1:20880/interface?serialization=hessian2}. */
    protected abstract Consumer connect(String url, Duration timeout);

    private Consumer connect(DubboProvider provider, String query) {
        return connect(url(provider, query), LIMIT);
    }

    /** The serializations that this Dubbo has; the name of this method is the source of the parameters. */
    static List<String> serializations() {
        return List.of("hessian2", "fastjson");
    }

    @ParameterizedTest
    @MethodSource("serializations")
    protected void answersEveryKindOfCall(String serialization) {
        try (DubboProvider provider = provider().serialization(serialization).start();
                Consumer consumer = connect(provider, "serialization=" + serialization)) {
            HashService service = consumer.service();
            assertThat(service.hash("hello")).isEqualTo(99162322);
            assertThat(service.echo("grüße, 世界 🌍")).isEqualTo("grüße, 世界 🌍");
            service.nothing("at all");
            assertThat(service.numbers("abc")).containsExactly(97, 98, 99);
            assertThat(service.counter("")).isEqualTo(1);
            assertDescription(service.describe("ab"));
            assertPerson(service.person("Ada"), "Ada");
            List<Person> people = service.people("Ada Grace");
            assertThat(people).hasSize(2);
            assertPerson(people.get(1), "Grace");
            assertThatExceptionOfType(RuntimeException.class)
                    .isThrownBy(() -> service.fail("out of luck"))
                    .withMessageContaining("out of luck");
            consumer.attach("colour", "green");
            assertThat(service.attachment("colour")).isEqualTo("green");
        }
    }

    @Tag("long")
    @Test
    void aFullPoolIsSaidSo() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        try (DubboProvider provider =
                        provider().threads(2).delay(Duration.ofSeconds(2)).start();
                Consumer consumer = connect(provider, "serialization=hessian2")) {
            assertThat(consumer.service().echo("linked")).isEqualTo("linked");
            AtomicInteger answered = new AtomicInteger();
            List<String> refusals = new java.util.concurrent.CopyOnWriteArrayList<>();
            List<CompletableFuture<Void>> calls = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                calls.add(CompletableFuture.runAsync(() -> call(consumer, answered, refusals), callers));
            }
            CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new))
                    .get(30, java.util.concurrent.TimeUnit.SECONDS);
            assertThat(answered.get() + refusals.size()).isEqualTo(8);
            assertThat(answered).hasPositiveValue();
            assertThat(refusals).isNotEmpty().allSatisfy(refusal -> assertThat(refusal)
                    .containsIgnoringCase("exhausted"));
        } finally {
            callers.shutdownNow();
        }
    }

    private static void call(Consumer consumer, AtomicInteger answered, List<String> refusals) {
        try {
            consumer.service().hash("hello");
            answered.incrementAndGet();
        } catch (RuntimeException e) {
            refusals.add(String.valueOf(e.getMessage()));
        }
    }

    @Tag("long")
    @Test
    void servesUnderItsGroupAndVersionOnly() {
        try (DubboProvider provider =
                        provider().group("blue").serviceVersion("1.2.0").start();
                Consumer right = connect(provider, "group=blue&version=1.2.0");
                Consumer wrong = connect(provider, "group=red&version=1.2.0")) {
            assertThat(right.service().hash("hello")).isEqualTo(99162322);
            assertThatThrownBy(() -> wrong.service().hash("hello")).isInstanceOf(RuntimeException.class);
        }
    }

    @Tag("long")
    @Test
    void closesAConnectionThatIsSilentForThreeHeartbeats() throws Exception {
        try (DubboProvider provider =
                        provider().heartbeat(Duration.ofMillis(300)).start();
                Socket silent = new Socket(InetAddress.getLoopbackAddress(), provider.port())) {
            silent.setSoTimeout(Math.toIntExact(LIMIT.toMillis()));
            InputStream heartbeats = silent.getInputStream();
            assertThat(heartbeats.readAllBytes().length)
                    .as("whole heartbeat frames at most")
                    .isLessThan(1000);
        }
    }

    @Tag("long")
    @Test
    void dropsAPeerThatSpeaksSomethingElseAndGoesOn() throws Exception {
        try (DubboProvider provider = provider().start();
                Consumer consumer = connect(provider, "serialization=hessian2")) {
            try (Socket stranger = new Socket(InetAddress.getLoopbackAddress(), provider.port())) {
                stranger.getOutputStream().write("good day\r\n".getBytes(UTF_8));
            }
            assertThat(consumer.service().hash("hello")).isEqualTo(99162322);
        }
    }

    @Test
    void canBeFrozenThawedKilledAndRestartedOnItsPort() {
        try (DubboProvider provider = provider().start();
                Consumer consumer = connect(url(provider, "serialization=hessian2"), Duration.ofSeconds(1))) {
            awaitAnswer(consumer);
            provider.freeze();
            assertThatThrownBy(() -> consumer.service().hash("hello")).isInstanceOf(RuntimeException.class);
            provider.thaw();
            awaitAnswer(consumer);
            int port = provider.port();
            provider.restart();
            assertThat(provider.port()).isEqualTo(port);
            awaitAnswer(consumer);
        }
    }

    private static void awaitAnswer(Consumer consumer) {
        await().atMost(LIMIT).ignoreExceptions().untilAsserted(() -> assertThat(
                        consumer.service().hash("hello"))
                .isEqualTo(99162322));
    }

    private DubboProvider provider() {
        return DubboProvider.of(version).delay(Duration.ZERO);
    }

    /** 127.0.0.1 as one number: a Dubbo consumer replaces every usual spelling by an address of a network card. */
    private static String url(DubboProvider provider, String query) {
        return "dubbo://2130706433:" + provider.port() + "/" + HashService.class.getName() + "?" + query;
    }

    private static void assertDescription(Map<String, Object> description) {
        assertThat(description)
                .containsEntry("text", "ab")
                .containsEntry("length", 2)
                .containsEntry("letters", List.of("a", "b"));
        assertThat(description.get("scalars")).isInstanceOfSatisfying(Map.class, scalars -> {
            assertThat(scalars.get("upper")).isEqualTo("AB");
            assertThat(scalars.get("isEmpty")).isEqualTo(false);
            // A JSON number comes back as whatever number the reader likes.
            assertThat(scalars.get("half")).hasToString("1.0");
            assertThat(scalars.get("hash")).hasToString("3105");
        });
    }

    private static void assertPerson(Person person, String name) {
        assertThat(person.getName()).isEqualTo(name);
        assertThat(person.getAge()).isEqualTo(name.length());
        assertThat(person.getLevel()).isEqualTo(Level.MASTER);
        assertThat(person.getBorn()).isEqualTo(new Date(1_700_000_000_000L));
        // The fastjson of Dubbo 3 writes a null string as an empty one.
        assertThat(person.getNickname()).isNullOrEmpty();
        assertThat(person.getPupils()).extracting(Person::getLevel).containsExactly(Level.APPRENTICE, Level.JOURNEYMAN);
    }
}
