package io.millrace.registry.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.etcd.jetcd.common.exception.ErrorCode;
import io.etcd.jetcd.common.exception.EtcdExceptionFactory;
import io.grpc.Status;
import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FailureTest {

    @Test
    void errorsMeanWhatTheyMean() {
        assertThat(Failure.of(new TimeoutException())).isEqualTo(Failure.CONNECTION);
        assertThat(of(Status.UNAVAILABLE)).isEqualTo(Failure.CONNECTION);
        assertThat(of(Status.UNAUTHENTICATED)).isEqualTo(Failure.CONNECTION);
        assertThat(of(Status.NOT_FOUND)).isEqualTo(Failure.LEASE_GONE);
        assertThat(of(Status.PERMISSION_DENIED)).isEqualTo(Failure.REFUSED);
        assertThat(of(Status.RESOURCE_EXHAUSTED)).isEqualTo(Failure.REFUSED);
        assertThat(Failure.of(EtcdExceptionFactory.newCompactedException(7))).isEqualTo(Failure.COMPACTED);
        assertThat(Failure.of(EtcdExceptionFactory.newEtcdException(ErrorCode.NOT_FOUND, "lease")))
                .isEqualTo(Failure.LEASE_GONE);
        assertThat(Failure.of(new IllegalStateException("jetcd broke"))).isEqualTo(Failure.CONNECTION);
    }

    @Test
    void descriptionsAreOneLineWithTheRoot() {
        Throwable refused = Status.UNAVAILABLE
                .withDescription("io exception\nChannel Pipeline: [a, b]")
                .withCause(new ConnectException("Connection refused: /127.0.0.1:1"))
                .asRuntimeException();
        assertThat(Failure.describe(new CompletionException(refused)))
                .isEqualTo("UNAVAILABLE: io exception (Connection refused: /127.0.0.1:1)");
        assertThat(Failure.describe(new TimeoutException())).isEqualTo("no answer in time");
        assertThat(Failure.describe(new IllegalStateException())).isEqualTo("IllegalStateException");
    }

    private static Failure of(Status status) {
        return Failure.of(new CompletionException(status.asRuntimeException()));
    }
}
