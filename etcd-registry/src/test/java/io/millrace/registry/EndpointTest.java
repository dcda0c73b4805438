package io.millrace.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:1", "host-1.example_x.com:65535", "[::1]:30000", "[fe80::a:b]:80"})
    void addressesAreReadAndWrittenAlike(String address) {
        assertThat(Endpoint.parse(address).address()).isEqualTo(address);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "host",
                ":1",
                "host:",
                "host:x",
                "host:0",
                "host:65536",
                "::1:80",
                "h/o:1",
                "[fe80::1%eth0]:1",
                "a b:1"
            })
    void whatIsNoAddressIsRefused(String address) {
        assertThatIllegalArgumentException().isThrownBy(() -> Endpoint.parse(address));
    }

    @Test
    void defaultsAreThese() {
        assertThat(Endpoint.of("h", 1)).isEqualTo(new Endpoint("h", 1, 1, 200, "dubbo", "hessian2", null));
    }

    @Test
    void everyPropertyHasItsRange() {
        Endpoint endpoint = Endpoint.of("h", 1);
        assertThat(endpoint.withWeight(0).weight()).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.withWeight(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.withWeight(Endpoint.WEIGHT_MAX + 1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> endpoint.withCapacity(0))
                .withMessageContaining("capacity out of range: 0");
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.withProtocol(""));
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.withSerialization("two words"));
        assertThatIllegalArgumentException().isThrownBy(() -> endpoint.withZone("z".repeat(65)));
        assertThat(endpoint.withZone("z").withZone(null)).isEqualTo(endpoint);
    }
}
