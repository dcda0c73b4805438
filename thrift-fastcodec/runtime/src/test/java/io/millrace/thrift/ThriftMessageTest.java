package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.model.Small;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TCompactProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.apache.thrift.transport.TTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Envelopes and application exceptions, held against Apache's. */
class ThriftMessageTest {
    private static final MessageHeader HEADER = new MessageHeader("Clock:täglich", MessageKind.REPLY, -77);

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void headersAreApaches(ThriftProtocol protocol) throws TException {
        Small body = new Small().id(5).name("x");
        byte[] ours = ThriftMessage.toBytes(protocol, HEADER, body);

        TMemoryBuffer buffer = new TMemoryBuffer(64);
        peer(protocol, buffer).writeMessageBegin(new TMessage(HEADER.method(), (byte) 2, HEADER.sequence()));
        byte[] head = Arrays.copyOf(buffer.getArray(), buffer.length());
        assertThat(ours).startsWith(head);
        assertThat(ThriftMessage.head(MessageForm.of(protocol), HEADER)).isEqualTo(head);

        TMessage theirs = peer(protocol, new TMemoryInputTransport(ours)).readMessageBegin();
        assertThat(theirs.name).isEqualTo(HEADER.method());
        assertThat(theirs.type).isEqualTo((byte) 2);
        assertThat(theirs.seqid).isEqualTo(HEADER.sequence());

        byte[] shifted = new byte[ours.length + 7];
        System.arraycopy(ours, 0, shifted, 3, ours.length);
        ThriftMessage read = ThriftMessage.read(shifted, 3, ours.length, ThriftLimits.defaults());
        assertThat(read.header()).isEqualTo(HEADER);
        assertThat(read.protocol()).isEqualTo(protocol);
        assertThat(read.bodyOffset()).isEqualTo(3 + buffer.length());
        assertThat(read.body(Small.TYPE)).isEqualTo(body);
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void anApplicationExceptionIsApaches(ThriftProtocol protocol) throws TException {
        ThriftApplicationException ours =
                new ThriftApplicationException(ThriftApplicationException.Kind.UNKNOWN_METHOD, "no such method");
        byte[] message = ThriftMessage.toBytes(protocol, new MessageHeader("m", MessageKind.EXCEPTION, 1), ours);

        TProtocol in = peer(protocol, new TMemoryInputTransport(message));
        in.readMessageBegin();
        TApplicationException theirs = TApplicationException.readFrom(in);
        assertThat(theirs.getType()).isEqualTo(TApplicationException.UNKNOWN_METHOD);
        assertThat(theirs).hasMessage("no such method");

        TMemoryBuffer buffer = new TMemoryBuffer(64);
        TProtocol out = peer(protocol, buffer);
        out.writeMessageBegin(new TMessage("m", (byte) 3, 1));
        theirs.write(out);
        assertThat(Arrays.copyOf(buffer.getArray(), buffer.length())).isEqualTo(message);
        ThriftApplicationException back = ThriftMessage.read(message, 0, message.length, ThriftLimits.defaults())
                .body(ThriftApplicationException.TYPE);
        assertThat(back.kind()).isEqualTo(ours.kind());
        assertThat(back).hasMessage("no such method");
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void everyPrefixOfAHeaderIsRefused(ThriftProtocol protocol) {
        byte[] bytes = ThriftMessage.toBytes(protocol, HEADER, new Small());
        int headerLength = ThriftMessage.read(bytes, 0, bytes.length, ThriftLimits.defaults())
                .bodyOffset();
        for (int length = 0; length < headerLength; length++) {
            int cut = length;
            ThriftException e = catchThrowableOfType(
                    ThriftException.class, () -> ThriftMessage.read(bytes, 0, cut, ThriftLimits.defaults()));
            assertThat(e.reason()).isEqualTo(Reason.TRUNCATED);
        }
    }

    @Test
    void strangersAreRefused() {
        assertThat(reason("80020001 00000000 00000000")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("80010009 00000000 00000000")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("82220000")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("80010001 fffffff0")).isEqualTo(Reason.NEGATIVE_SIZE);
    }

    @Test
    void aFrameHasItsLengthBeforeIt() {
        ByteBuf buffer = Unpooled.buffer().writeByte(1);
        ThriftMessage.writeFramed(ThriftProtocol.BINARY, HEADER, new Small(), buffer);
        byte[] message = ThriftMessage.toBytes(ThriftProtocol.BINARY, HEADER, new Small());
        assertThat(buffer.getInt(1)).isEqualTo(message.length);
        assertThat(buffer.readableBytes()).isEqualTo(5 + message.length);
    }

    @Test
    void aMultiplexedNameHasAService() {
        assertThat(HEADER.service()).isEqualTo("Clock");
        assertThat(HEADER.simpleMethod()).isEqualTo("täglich");
        MessageHeader plain = new MessageHeader("now", MessageKind.CALL, 1);
        assertThat(plain.service()).isEmpty();
        assertThat(plain.simpleMethod()).isEqualTo("now");
    }

    private static TProtocol peer(ThriftProtocol protocol, TTransport transport) {
        return switch (protocol) {
            case BINARY -> new TBinaryProtocol(transport, false, true);
            case BINARY_OLD -> new TBinaryProtocol(transport, false, false);
            case COMPACT -> new TCompactProtocol(transport);
        };
    }

    private static Reason reason(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return catchThrowableOfType(
                        ThriftException.class,
                        () -> ThriftMessage.read(bytes, 0, bytes.length, ThriftLimits.defaults()))
                .reason();
    }
}
