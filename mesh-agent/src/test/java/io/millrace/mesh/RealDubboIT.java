package io.millrace.mesh;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.mesh.RawHttp.Answer;
import io.millrace.registry.ServiceKey;
import io.millrace.testkit.DubboProvider;
import io.millrace.testkit.LeakCheck;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Every kind of result and error of real Dubbo providers, each release and serialization, as an HTTP client sees it. */
class RealDubboIT {
    @RegisterExtension
    static final LeakCheck LEAKS = LeakCheck.perClass();

    private static final ObjectMapper JSON = new ObjectMapper();

    private static Answer call(RawHttp http, String method, String text) {
        return http.call(method, URLEncoder.encode(text, UTF_8));
    }

    private static DubboProvider provider(DubboProvider.Version version) {
        return DubboProvider.of(version).delay(Duration.ZERO);
    }

    @ParameterizedTest
    // Not fastjson with V33: its extension for Dubbo 3.2 and later writes a length before each item, another format.
    @CsvSource({"V26, hessian2", "V26, fastjson", "V33, hessian2"})
    void carriesEveryKindOfCall(DubboProvider.Version version, String serialization) throws Exception {
        try (DubboProvider provider =
                        provider(version).serialization(serialization).start();
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(provider.port(), service -> service.withSerialization(serialization), config -> config);
            MeshAgent agent = mesh.consumer();
            try (RawHttp http = RawHttp.to(agent.address())) {
                scalars(http);
                structures(http);
                errors(http);
            }
            // Enough to meet every event loop, and answers that overtake each other.
            try (Load load = Load.start(agent.address(), 256, 3000)) {
                load.await();
                assertThat(load.failures()).isEqualTo("none");
                assertThat(load.right()).isEqualTo(3000);
            }
        }
    }

    private static void scalars(RawHttp http) {
        assertText(call(http, "hash", "hello"), "99162322");
        assertText(call(http, "hash", ""), "0");
        assertText(call(http, "hash", "polygenelubricants"), "-2147483648");
        for (String text :
                List.of("plain", "grüße, 世界 🌍", "", " \t\r\n\"\\/<>", "x".repeat(1023), "ü🌍".repeat(20_000))) {
            assertText(call(http, "echo", text), text);
        }
        assertText(call(http, "counter", ""), "3");
        Answer noted = http.send(RawHttp.post(
                        RawHttp.form("attachment", "traceparent"),
                        "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                        "tracestate: a=b"))
                .read();
        assertText(noted, "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");
    }

    private static void structures(RawHttp http) throws Exception {
        assertThat(json(call(http, "nothing", "at all")).isNull()).isTrue();
        assertThat(json(call(http, "attachment", "nobody.sent.it")).isNull()).isTrue();
        assertThat(json(call(http, "numbers", "abc"))).isEqualTo(JSON.readTree("[97,98,99]"));
        JsonNode description = json(call(http, "describe", "ab"));
        assertThat(description.at("/text").asString()).isEqualTo("ab");
        assertThat(description.at("/length").asInt()).isEqualTo(2);
        assertThat(description.at("/letters")).isEqualTo(JSON.readTree("[\"a\",\"b\"]"));
        assertThat(description.at("/scalars/upper").asString()).isEqualTo("AB");
        assertThat(description.at("/scalars/isEmpty")).isEqualTo(JSON.readTree("false"));
        assertThat(description.at("/scalars/half").asDouble()).isEqualTo(1.0);
        assertThat(description.at("/scalars/hash").asLong()).isEqualTo(3105);
        assertPerson(json(call(http, "person", "Ada")), "Ada");
        JsonNode people = json(call(http, "people", "Ada Grace Barbara"));
        assertThat(people.size()).isEqualTo(3);
        assertPerson(people.get(0), "Ada");
        assertPerson(people.get(2), "Barbara");
    }

    private static void assertPerson(JsonNode person, String name) {
        assertThat(person.at("/name").asString()).isEqualTo(name);
        assertThat(person.at("/age").asInt()).isEqualTo(name.length());
        assertThat(level(person)).isEqualTo("MASTER");
        assertThat(person.at("/born").isMissingNode()).isFalse();
        // The fastjson of Dubbo 3 writes a null string as an empty one.
        assertThat(person.at("/nickname").asString("")).isIn("", "null");
        assertThat(person.at("/pupils").size()).isEqualTo(2);
        assertThat(person.at("/pupils/0/name").asString()).isEqualTo(name + " the second");
        assertThat(level(person.at("/pupils/1"))).isEqualTo("JOURNEYMAN");
        assertThat(person.at("/pupils/1/pupils").isEmpty()).isTrue();
    }

    /** An enum is a text in fastjson; in hessian2 it is an object with the one field name, like a class of ours could be. */
    private static String level(JsonNode person) {
        JsonNode level = person.at("/level");
        return level.isObject() ? level.at("/name").asString() : level.asString();
    }

    private static void errors(RawHttp http) throws Exception {
        JsonNode thrown = json(call(http, "fail", "out of luck: ü"), 500);
        assertThat(thrown.at("/dubboStatus").asInt()).isEqualTo(20);
        assertThat(thrown.at("/message").asString())
                .contains("IllegalStateException")
                .contains("out of luck: ü");
        // What a release answers to a method that is not there differs; never is it taken for a value.
        JsonNode noMethod = json(call(http, "haash", "hello"), -1);
        assertThat(noMethod.at("/status").asInt()).isIn(404, 500, 502);
        assertThat(noMethod.at("/message").asString()).isNotEmpty();
        String wrongTypes = "interface=" + RawHttp.SERVICE + "&method=hash&parameterTypesString=I&parameter=1";
        JsonNode noSuchTypes = json(http.send(RawHttp.post(wrongTypes)).read(), -1);
        assertThat(noSuchTypes.at("/status").asInt()).isIn(404, 500, 502);
        JsonNode noService = json(
                http.send(RawHttp.post("interface=io.millrace.sample.Nothing&method=hash&parameter=1"))
                        .read(),
                404);
        assertThat(noService.at("/message").asString()).contains("io.millrace.sample.Nothing");
        assertText(call(http, "echo", "after the errors"), "after the errors");
    }

    @ParameterizedTest
    @CsvSource({"V26", "V33"})
    void findsAServiceByGroupAndVersion(DubboProvider.Version version) throws Exception {
        try (DubboProvider provider =
                        provider(version).group("blue").serviceVersion("1.2.0").start();
                TestMesh mesh = TestMesh.inMemory()) {
            mesh.provider(
                    provider.port(),
                    service -> service.withKey(new ServiceKey("blue", RawHttp.SERVICE, "1.2.0")),
                    config -> config);
            MeshAgent agent = mesh.consumer();
            String form = RawHttp.form("hash", "hello");
            try (RawHttp http = RawHttp.to(agent.address())) {
                assertText(
                        http.send(RawHttp.post(form + "&group=blue&version=1.2.0"))
                                .read(),
                        "99162322");
                for (String other : List.of("", "&group=blue", "&version=1.2.0", "&group=red&version=1.2.0")) {
                    assertThat(http.send(RawHttp.post(form + other)).read().status())
                            .as(other)
                            .isEqualTo(404);
                }
            }
            // Registered by mistake under an identity that the provider does not have: its own answer counts.
            mesh.provider(
                    provider.port(),
                    service -> service.withKey(new ServiceKey("green", RawHttp.SERVICE, "1.2.0")),
                    config -> config);
            try (RawHttp http = RawHttp.to(agent.address())) {
                JsonNode refused = json(
                        http.send(RawHttp.post(form + "&group=green&version=1.2.0"))
                                .read(),
                        -1);
                assertThat(refused.at("/status").asInt()).isIn(404, 502);
                assertThat(refused.at("/dubboStatus").asInt()).isGreaterThan(20);
                assertText(
                        http.send(RawHttp.post(form + "&group=blue&version=1.2.0"))
                                .read(),
                        "99162322");
            }
        }
    }

    private static void assertText(Answer answer, String text) {
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo(text);
        assertThat(answer.headers()).containsEntry("content-type", "text/plain;charset=UTF-8");
    }

    private static JsonNode json(Answer answer) throws Exception {
        return json(answer, 200);
    }

    /** @param status of the answer, or -1 for the one that its body names */
    private static JsonNode json(Answer answer, int status) throws Exception {
        assertThat(answer.headers()).as(answer.body()).containsEntry("content-type", "application/json");
        JsonNode body = JSON.readTree(answer.body());
        assertThat(answer.status())
                .as(answer.body())
                .isEqualTo(status == -1 ? body.at("/status").asInt() : status);
        return body;
    }
}
