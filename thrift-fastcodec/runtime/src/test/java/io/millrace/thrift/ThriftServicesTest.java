package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.thrift.ThriftApplicationException.Kind;
import io.millrace.thrift.model.Ano;
import io.millrace.thrift.model.Small;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a server answers to whatever is called. */
class ThriftServicesTest {
    private static final ThriftMethod<Small, Ano> NOW = new ThriftMethod<>(
            "now",
            Small.TYPE,
            Ano.TYPE,
            exception -> exception instanceof NotFound found ? new Ano().text(found.getMessage()) : null);
    private static final ThriftOnewayMethod<Small> TICK = new ThriftOnewayMethod<>("tick", Small.TYPE);

    private final List<Long> ticks = new ArrayList<>();
    private ThriftService.Handler<Small, Ano> handler =
            arguments -> CompletableFuture.completedFuture(new Ano().number(arguments.id() + 1));
    private final ThriftService clock = ThriftService.named("Clock")
            .method(NOW, arguments -> handler.handle(arguments))
            .oneway(TICK, arguments -> {
                ticks.add(arguments.id());
                if (arguments.id() < 0) {
                    throw new IllegalStateException("no such tick");
                }
                return CompletableFuture.completedFuture(null);
            })
            .build();

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void aMethodIsCalledAndAnswered(ThriftProtocol protocol) {
        ThriftAnswer answer = answer(protocol, "now", MessageKind.CALL, new Small().id(4));
        assertThat(answer.header()).isEqualTo(new MessageHeader("now", MessageKind.REPLY, 77));
        assertThat(answer.body()).isEqualTo(new Ano().number(5));
        assertThat(answer.failure()).isNull();
    }

    @Test
    void behindAMultiplexerTheAnswerBearsThePlainName() {
        ThriftServices services =
                ThriftServices.multiplexed(clock, ThriftService.named("Other").build());
        ThriftAnswer answer = process(services, ThriftProtocol.BINARY, "Clock:now", MessageKind.CALL, new Small());
        assertThat(answer.header()).isEqualTo(new MessageHeader("now", MessageKind.REPLY, 77));

        assertThat(refusal(process(services, ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())))
                .isEqualTo(Kind.UNKNOWN_METHOD);
        assertThat(refusal(process(services, ThriftProtocol.BINARY, "Other:now", MessageKind.CALL, new Small())))
                .isEqualTo(Kind.UNKNOWN_METHOD);
        assertThat(refusal(process(services, ThriftProtocol.BINARY, "Third:now", MessageKind.CALL, new Small())))
                .isEqualTo(Kind.UNKNOWN_METHOD);
        ThriftServices open = services.withDefault(clock);
        assertThat(process(open, ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())
                        .body())
                .isEqualTo(new Ano().number(1));
        assertThatThrownBy(() -> ThriftServices.multiplexed(clock, clock)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aDeclaredExceptionIsAResultHoweverItComes() {
        handler = arguments -> {
            throw new NotFound("no zone");
        };
        assertThat(answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())
                        .body())
                .isEqualTo(new Ano().text("no zone"));
        handler = arguments -> CompletableFuture.failedFuture(new NotFound("later"));
        assertThat(answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())
                        .body())
                .isEqualTo(new Ano().text("later"));
        handler = arguments -> CompletableFuture.failedFuture(new CompletionException(new NotFound("wrapped")));
        assertThat(answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())
                        .body())
                .isEqualTo(new Ano().text("wrapped"));
    }

    @Test
    void anyOtherExceptionIsTheServersOwnAffair() {
        IllegalStateException failure = new IllegalStateException("secret");
        handler = arguments -> {
            throw failure;
        };
        ThriftAnswer answer = answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small());
        assertThat(refusal(answer)).isEqualTo(Kind.INTERNAL_ERROR);
        assertThat((ThriftApplicationException) answer.body()).hasMessageNotContaining("secret");
        assertThat(answer.failure()).isSameAs(failure);

        handler = arguments ->
                CompletableFuture.failedFuture(new ThriftApplicationException(Kind.UNSUPPORTED_CLIENT_TYPE, "go away"));
        answer = answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small());
        assertThat(refusal(answer)).isEqualTo(Kind.UNSUPPORTED_CLIENT_TYPE);
        assertThat(answer.failure()).isNull();

        handler = arguments -> CompletableFuture.completedFuture(null);
        assertThat(refusal(answer(ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())))
                .isEqualTo(Kind.MISSING_RESULT);
    }

    @Test
    void aOnewayMethodIsNotAnswered() {
        for (MessageKind kind : List.of(MessageKind.CALL, MessageKind.ONEWAY)) {
            ThriftAnswer answer = answer(ThriftProtocol.BINARY, "tick", kind, new Small().id(8));
            assertThat(answer.body()).isNull();
            assertThat(answer.failure()).isNull();
        }
        assertThat(ticks).containsExactly(8L, 8L);
        assertThat(answer(ThriftProtocol.BINARY, "tick", MessageKind.ONEWAY, new Small().id(-1))
                        .failure())
                .isInstanceOf(IllegalStateException.class);
        ThriftAnswer answer = answer(ThriftProtocol.BINARY, "now", MessageKind.ONEWAY, new Small());
        assertThat(answer.body()).isNull();
    }

    @Test
    void whatIsNoCallIsRefused() {
        assertThat(refusal(answer(ThriftProtocol.BINARY, "now", MessageKind.REPLY, new Small())))
                .isEqualTo(Kind.INVALID_MESSAGE_TYPE);
        assertThat(refusal(answer(ThriftProtocol.BINARY, "then", MessageKind.CALL, new Small())))
                .isEqualTo(Kind.UNKNOWN_METHOD);
        byte[] whole = ThriftMessage.toBytes(
                ThriftProtocol.BINARY, new MessageHeader("now", MessageKind.CALL, 77), new Small());
        ThriftMessage cut = ThriftMessage.read(whole, 0, whole.length - 1, ThriftLimits.defaults());
        ThriftAnswer answer =
                ThriftServices.of(clock).process(cut).toCompletableFuture().join();
        assertThat(refusal(answer)).isEqualTo(Kind.PROTOCOL_ERROR);
        assertThat(answer.failure()).isInstanceOf(ThriftException.class);
    }

    @Test
    void aServiceThatExtendsAnotherHasItsMethods() {
        ThriftService more = ThriftService.named("More").with(clock).build();
        assertThat(more.methods()).containsExactlyInAnyOrder("now", "tick");
        assertThat(process(ThriftServices.of(more), ThriftProtocol.BINARY, "now", MessageKind.CALL, new Small())
                        .body())
                .isEqualTo(new Ano().number(1));
    }

    private ThriftAnswer answer(ThriftProtocol protocol, String method, MessageKind kind, ThriftStruct arguments) {
        return process(ThriftServices.of(clock), protocol, method, kind, arguments);
    }

    private static ThriftAnswer process(
            ThriftServices services, ThriftProtocol protocol, String method, MessageKind kind, ThriftStruct arguments) {
        byte[] bytes = ThriftMessage.toBytes(protocol, new MessageHeader(method, kind, 77), arguments);
        ThriftMessage call = ThriftMessage.read(bytes, 0, bytes.length, ThriftLimits.defaults());
        return services.process(call).toCompletableFuture().join();
    }

    private static Kind refusal(ThriftAnswer answer) {
        assertThat(answer.header().kind()).isEqualTo(MessageKind.EXCEPTION);
        return ((ThriftApplicationException) Objects.requireNonNull(answer.body())).kind();
    }

    /** As generated: a declared exception with one field. */
    private static final class NotFound extends ThriftDeclaredException {
        private static final long serialVersionUID = 1L;

        private final transient Ano fields;

        private NotFound(String message) {
            fields = new Ano().text(message);
        }

        @Override
        public String getMessage() {
            return Objects.requireNonNull(fields.text());
        }

        @Override
        public long binaryLength(EncodedLengths lengths) {
            return fields.binaryLength(lengths);
        }

        @Override
        public int writeBinary(BinaryOutput out, int at) {
            return fields.writeBinary(out, at);
        }

        @Override
        public void writeCompact(CompactOutput out) {
            fields.writeCompact(out);
        }
    }
}
