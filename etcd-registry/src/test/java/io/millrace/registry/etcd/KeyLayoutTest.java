package io.millrace.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.millrace.registry.Endpoint;
import io.millrace.registry.ServiceKey;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyLayoutTest {

    private static final KeyLayout OURS = KeyLayout.millrace("/millrace", new ServiceKey("g", "a.B", null));
    private static final KeyLayout CONTEST = KeyLayout.contest(ServiceKey.of("a.B"));
    private static final Endpoint BARE = Endpoint.of("10.0.0.1", 30000);

    @Test
    void keysAreThese() {
        assertThat(OURS.key(BARE)).isEqualTo("/millrace/g/a.B/-/10.0.0.1:30000");
        assertThat(OURS.key(Endpoint.of("::1", 1))).isEqualTo("/millrace/g/a.B/-/[::1]:1");
        assertThat(CONTEST.prefix()).isEqualTo("/dubbomesh/a.B/");
    }

    @Test
    void valuesAreReadAsTheyAreWritten() {
        Endpoint endpoint = new Endpoint("10.0.0.1", 30000, 3, 150, "dubbo", "fastjson", "a\"b");
        byte[] value = EndpointValue.write(endpoint);
        assertThat(new String(value, StandardCharsets.UTF_8))
                .isEqualTo("{\"weight\":3,\"capacity\":150,\"protocol\":\"dubbo\",\"serialization\":\"fastjson\","
                        + "\"zone\":\"a\\\"b\"}");
        assertThat(OURS.read(OURS.key(endpoint), value)).isEqualTo(endpoint);
    }

    @Test
    void absentFieldsHaveDefaultsAndUnknownOnesAreSkipped() {
        assertThat(read("{}")).isEqualTo(BARE);
        assertThat(read(" {\"x\":{\"weight\":[{}]},\"weight\":2,\"y\":[1],\"zone\":null,\"z\":true} "))
                .isEqualTo(BARE.withWeight(2));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "1",
                "[]",
                "{",
                "{\"weight\":}",
                "{\"weight\":-1}",
                "{\"weight\":1.5}",
                "{\"weight\":\"1\"}",
                "{\"weight\":99999999999}",
                "{\"capacity\":0}",
                "{\"protocol\":1}",
                "{\"protocol\":null}",
                "{\"zone\":\"\"}",
                "{} {}",
                "{}x",
            })
    void malformedValuesAreRefused(String value) {
        assertThatIllegalArgumentException().isThrownBy(() -> read(value));
    }

    @Test
    void aGiantOrDeepValueIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> read("{\"x\":\"" + "y".repeat(5000) + "\"}"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read("{\"x\":" + "[".repeat(2000) + "]".repeat(2000) + "}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "host", "host:080", "[host]:1", "host:1/x", "host:1x"})
    void keysThatEndInNoPlainAddressAreRefused(String address) {
        byte[] value = EndpointValue.write(BARE);
        assertThatIllegalArgumentException().isThrownBy(() -> OURS.read(OURS.prefix() + address, value));
    }

    @Test
    void contestValuesAreEmptyOrAWeight() {
        Endpoint contest = BARE.withSerialization("fastjson");
        assertThat(contest("")).isEqualTo(contest);
        assertThat(contest(" 3 ")).isEqualTo(contest.withWeight(3));
        assertThatIllegalArgumentException().isThrownBy(() -> contest("x"));
        assertThatIllegalArgumentException().isThrownBy(() -> contest("-1"));
    }

    private static Endpoint read(String value) {
        return OURS.read(OURS.key(BARE), value.getBytes(StandardCharsets.UTF_8));
    }

    private static Endpoint contest(String value) {
        return CONTEST.read(CONTEST.prefix() + BARE.address(), value.getBytes(StandardCharsets.UTF_8));
    }
}
