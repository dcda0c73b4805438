package io.millrace.tiered.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.ManualClock;
import io.millrace.tiered.peer.RequestGate.Answer;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RequestGateTest {

    private static final String ONCE = "0123456789abcdef0123456789abcdef";

    private final ManualClock clock = ManualClock.create();
    private final PeerSecret secret = PeerSecret.of("k".repeat(40), "test");
    private final RequestGate gate = new RequestGate(secret, clock, 100);

    @Test
    void letsASignedRequestInOnce() {
        RequestSignature signature = signed(secret, ONCE);
        assertThat(gate.ask(signature, "GET", "/v1/a", "bytes=0-9")).isEqualTo(Answer.LET_IN);
        assertThat(gate.ask(signature, "GET", "/v1/a", "bytes=0-9")).isEqualTo(Answer.SEEN_BEFORE);
        assertThat(gate.ask(signed(secret, "1" + ONCE.substring(1)), "GET", "/v1/a", "bytes=0-9"))
                .isEqualTo(Answer.LET_IN);
    }

    @Test
    void everyPartOfARequestIsSigned() {
        RequestSignature signature = signed(secret, ONCE);
        assertThat(gate.ask(signature, "PUT", "/v1/a", "bytes=0-9")).isEqualTo(Answer.NOT_SIGNED);
        assertThat(gate.ask(signature, "GET", "/v1/b", "bytes=0-9")).isEqualTo(Answer.NOT_SIGNED);
        assertThat(gate.ask(signature, "GET", "/v1/a", "bytes=0-8")).isEqualTo(Answer.NOT_SIGNED);
        assertThat(gate.ask(signature, "GET", "/v1/a", "")).isEqualTo(Answer.NOT_SIGNED);
        assertThat(ask(new RequestSignature(signature.millis() + 1, ONCE, signature.hmac())))
                .isEqualTo(Answer.NOT_SIGNED);
        assertThat(ask(new RequestSignature(signature.millis(), "f".repeat(32), signature.hmac())))
                .isEqualTo(Answer.NOT_SIGNED);
        assertThat(ask(null)).isEqualTo(Answer.NOT_SIGNED);
        assertThat(ask(signed(PeerSecret.of("other".repeat(9), "test"), ONCE))).isEqualTo(Answer.NOT_SIGNED);
    }

    @Test
    void aRequestOfAnotherTimeIsRefusedAndRemainsSoWhenItComesAgain() {
        RequestSignature early = signed(secret, ONCE);
        clock.advance(RequestGate.SKEW_MAX.plusMillis(1));
        assertThat(ask(early)).isEqualTo(Answer.LATE);
        RequestSignature next = signed(secret, ONCE);
        assertThat(ask(next)).isEqualTo(Answer.LET_IN);
        clock.advance(RequestGate.SKEW_MAX);
        assertThat(ask(next)).isEqualTo(Answer.SEEN_BEFORE);
        clock.advance(Duration.ofMillis(1));
        assertThat(ask(next)).isEqualTo(Answer.LATE);
        clock.advance(RequestGate.SKEW_MAX.multipliedBy(3));
        assertThat(ask(signed(secret, ONCE))).as("long forgotten").isEqualTo(Answer.LET_IN);
    }

    @Test
    void remembersSoManyAndNoMore() {
        for (int i = 0; i < 100; i++) {
            assertThat(ask(signed(secret, String.format("%032x", i)))).isEqualTo(Answer.LET_IN);
        }
        assertThat(ask(signed(secret, ONCE))).isEqualTo(Answer.TOO_MANY);
        clock.advance(RequestGate.SKEW_MAX.multipliedBy(2).plusMillis(1));
        assertThat(ask(signed(secret, ONCE))).isEqualTo(Answer.LET_IN);
    }

    @Test
    void readsItsOwnHeaderAndNoOther() {
        RequestSignature signature = signed(secret, ONCE);
        assertThat(RequestSignature.parse(signature.toString())).isEqualTo(signature);
        assertThat(RequestSignature.parse("Basic Zm9vOmJhcg==")).isNull();
        assertThat(RequestSignature.parse(signature + "0")).isNull();
        assertThat(RequestSignature.parse(null)).isNull();
    }

    @Test
    void aSecretIsLongEnoughAndInNoText() {
        assertThatThrownBy(() -> PeerSecret.of("hunter2", "file=/x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/x")
                .hasMessageNotContaining("hunter2");
        assertThat(secret.toString()).doesNotContain("kkk");
    }

    private Answer ask(RequestSignature signature) {
        return gate.ask(signature, "GET", "/v1/a", "bytes=0-9");
    }

    private RequestSignature signed(PeerSecret key, String once) {
        return RequestSignature.of(key, "GET", "/v1/a", "bytes=0-9", clock.millis(), once);
    }
}
