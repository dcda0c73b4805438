package io.millrace.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.registry.Endpoint;
import io.millrace.testkit.Seeds;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EndpointViewTest {

    private static final Endpoint A = Endpoint.of("a", 1);
    private static final Endpoint B = Endpoint.of("b", 1);
    private static final Endpoint C = Endpoint.of("c", 1);

    private final EndpointView view = new EndpointView(2);

    @Test
    void theFirstReadIsTakenAsItIsAndDeletesCountAtOnce() {
        read(A, B);
        assertThat(view.isInGrace()).isFalse();
        view.delete("a");
        assertThat(view.endpoints()).containsExactly(B);
    }

    @Test
    void aLaterReadRemovesNothingUntilTheGraceEnds() {
        read(A, B);
        read();
        assertThat(view.endpoints()).containsExactlyInAnyOrder(A, B);
        assertThat(view.isInGrace()).isTrue();
        view.put("a", A.withWeight(3));
        view.endGrace();
        assertThat(view.endpoints()).containsExactly(A.withWeight(3));
        view.delete("a");
        assertThat(view.endpoints()).isEmpty();
    }

    @Test
    void aDeleteWithinTheGraceWaitsForItsEnd() {
        read(A);
        read(A);
        view.delete("a");
        view.delete("unknown");
        assertThat(view.endpoints()).containsExactly(A);
        view.endGrace();
        assertThat(view.endpoints()).isEmpty();
    }

    @Test
    void aSecondReadStartsTheGraceAnew() {
        read(A, B);
        read();
        read(B);
        view.endGrace();
        assertThat(view.endpoints()).containsExactly(B);
    }

    @Test
    void endpointsBeyondTheMaximumAreRefusedAndReportedOnce() {
        read(A, B);
        assertThat(view.put("c", C)).isFalse();
        assertThat(view.put("c", C)).isTrue();
        assertThat(view.endpoints()).containsExactlyInAnyOrder(A, B);
        assertThat(view.wantsRead()).isFalse();
        assertThat(view.put("a", A.withWeight(2))).isTrue();
        view.delete("a");
        assertThat(view.wantsRead()).isTrue();
    }

    @Test
    void oneThatIsMissingMakesRoomForOneThatIsThere() {
        read(A, B);
        read(B, C);
        assertThat(view.endpoints()).containsExactlyInAnyOrder(B, C);
        assertThat(view.wantsRead()).isFalse();
    }

    @Test
    void aMalformedValueKeepsWhatWasThere() {
        read(A);
        view.read(Map.of("a", Optional.empty(), "b", Optional.empty()), false);
        view.endGrace();
        assertThat(view.endpoints()).containsExactly(A);
    }

    /** Without trouble the view is the set; in the grace it is the set and more. */
    @Test
    void randomEventsKeepTheViewBetweenWhatIsAndWhatWas() {
        Random random = Seeds.random("EndpointViewTest");
        EndpointView any = new EndpointView(100);
        Map<String, Endpoint> etcd = new TreeMap<>();
        any.read(Map.of(), false);
        for (int step = 0; step < 20_000; step++) {
            Endpoint endpoint = Endpoint.of("h", 1 + random.nextInt(20)).withWeight(random.nextInt(3));
            String key = endpoint.address();
            switch (random.nextInt(50)) {
                case 0 -> {
                    // Out of sight, anything may happen.
                    for (int port = 1; port <= 20; port++) {
                        if (random.nextBoolean()) {
                            etcd.remove("h:" + port);
                        }
                    }
                    any.read(optional(etcd), false);
                }
                case 1 -> any.endGrace();
                case 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20 -> {
                    etcd.remove(key);
                    any.delete(key);
                }
                default -> {
                    etcd.put(key, endpoint);
                    any.put(key, endpoint);
                }
            }
            assertThat(any.endpoints()).containsAll(etcd.values());
            if (!any.isInGrace()) {
                assertThat(any.endpoints()).hasSameSizeAs(etcd.values());
            }
        }
    }

    private void read(Endpoint... endpoints) {
        Map<String, Endpoint> found = new HashMap<>();
        for (Endpoint endpoint : endpoints) {
            found.put(endpoint.host(), endpoint);
        }
        view.read(optional(found), false);
    }

    private static Map<String, Optional<Endpoint>> optional(Map<String, Endpoint> endpoints) {
        Map<String, Optional<Endpoint>> found = new HashMap<>();
        endpoints.forEach((key, endpoint) -> found.put(key, Optional.of(endpoint)));
        return found;
    }
}
