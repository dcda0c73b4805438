package io.millrace.mesh.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.testkit.LeakCheck;
import io.millrace.thrift.MessageForm;
import io.millrace.thrift.MessageHeader;
import io.millrace.thrift.MessageKind;
import io.millrace.thrift.ThriftMessage;
import io.millrace.thrift.ThriftProtocol;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.transport.TMemoryInputTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(LeakCheck.class)
class ThriftEnvelopeTest {
    private static final MessageHeader HEADER = new MessageHeader("Uhr:täglich", MessageKind.CALL, -77);
    /** Not a struct of Thrift: the envelope must not care. */
    private static final byte[] STRUCT = {(byte) 0xFF, 7, 9, 1, 2, 3};

    private final ThriftEnvelope envelope = new ThriftEnvelope();

    static Stream<MessageForm> forms() {
        return Stream.of(ThriftProtocol.values())
                .flatMap(protocol -> Stream.of(new MessageForm(protocol, false), new MessageForm(protocol, true)));
    }

    /** A message without its frame's length. */
    private static byte[] message(MessageForm form, MessageHeader header) {
        ByteBuf framed = Unpooled.buffer();
        ThriftEnvelope.write(framed, form, header, Unpooled.wrappedBuffer(STRUCT), 0, STRUCT.length);
        assertThat(framed.readInt()).isEqualTo(framed.readableBytes());
        return ByteBufUtil.getBytes(framed);
    }

    private ThriftMessage read(byte[] message) {
        // Not at the start of its buffer, and with something behind it.
        byte[] shifted = new byte[message.length + 9];
        System.arraycopy(message, 0, shifted, 5, message.length);
        return envelope.read(Unpooled.wrappedBuffer(shifted), 5, message.length);
    }

    @ParameterizedTest
    @MethodSource("forms")
    void whatIsWrittenIsRead(MessageForm form) {
        byte[] message = message(form, HEADER);
        ThriftMessage read = read(message);
        assertThat(read.header()).isEqualTo(HEADER);
        assertThat(read.form()).isEqualTo(form);
        assertThat(Arrays.copyOfRange(message, read.bodyOffset(), message.length))
                .isEqualTo(STRUCT);
    }

    @Test
    void theHeaderIsApaches() throws TException {
        byte[] message = message(ThriftEncoding.BINARY.form(), HEADER);
        TMessage theirs = new TBinaryProtocol(new TMemoryInputTransport(message)).readMessageBegin();
        assertThat(theirs).isEqualTo(new TMessage("Uhr:täglich", (byte) 1, -77));
    }

    @ParameterizedTest
    @MethodSource("forms")
    void aHeaderCutAnywhereIsMalformedAndNothingElse(MessageForm form) {
        byte[] message = message(form, HEADER);
        int header = message.length - STRUCT.length;
        for (int end = 0; end < header; end++) {
            byte[] cut = Arrays.copyOf(message, end);
            assertThatExceptionOfType(FrameException.class)
                    .as("cut after %s bytes of %s", end, header)
                    .isThrownBy(() -> read(cut));
        }
        // The struct is not looked at: where it ends is its reader's business.
        assertThat(read(Arrays.copyOf(message, header)).bodyOffset()).isEqualTo(header);
    }

    @Test
    void hostileLengthsAreMalformed() {
        List<String> hostile = List.of(
                "", // nothing
                "80010001 7fffffff 61", // a name of 2 GiB
                "80010001 ffffffff 61", // of a negative length
                "80010001 00001001 61", // longer than the message
                "80020001 00000001 61 00000001", // another version
                "80010009 00000001 61 00000001", // no kind of message
                "7fffffff 61 01 00000001", // the old header, 2 GiB
                "82 21 01 ffffffff0f", // compact, a name of 4 GiB
                "82 21 ffffffffffffffffffff01 01 61", // compact, an overlong sequence
                "82 3f 01 01 61", // compact, another version
                "0fff 0000 00000001 ffff 00 00", // a header longer than the message
                "0fff 0000 00000001 0001 00 01 03 00 82210101 61"); // compressed
        for (String each : hostile) {
            byte[] bytes = HexFormat.of().parseHex(each.replace(" ", ""));
            assertThatExceptionOfType(FrameException.class).as(each).isThrownBy(() -> read(bytes));
        }
    }

    @Test
    void aNameThatFillsTheHeaderIsReadAndALongerOneIsNot() {
        int room = ThriftEnvelope.MAX_HEADER_BYTES - 12;
        MessageHeader longest = new MessageHeader("m".repeat(room), MessageKind.CALL, 1);
        assertThat(read(message(ThriftEncoding.BINARY.form(), longest)).header())
                .isEqualTo(longest);
        byte[] longer =
                message(ThriftEncoding.BINARY.form(), new MessageHeader("m".repeat(room + 1), MessageKind.CALL, 1));
        assertThatExceptionOfType(FrameException.class)
                .isThrownBy(() -> read(longer))
                .withMessageContaining("<= " + ThriftEnvelope.MAX_HEADER_BYTES);
    }

    @Test
    void anyBytesAreAHeaderOrMalformed() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> whole = forms().map(form -> message(form, HEADER)).toList();
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = whole.get(random.nextInt(whole.size())).clone();
            for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                assertThat(read(bytes).bodyOffset()).as("seed %s", seed).isBetween(0, bytes.length);
            } catch (FrameException malformed) {
                assertThat(malformed.what()).isEqualTo("message header");
            }
        }
    }
}
