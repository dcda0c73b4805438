package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.model.Small;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages behind the header transport, built by its specification. */
class HeaderTransportTest {
    private static final MessageHeader HEADER = new MessageHeader("now", MessageKind.CALL, 7);
    private static final Small BODY = new Small().id(3).name("x");

    @ParameterizedTest
    @EnumSource(
            value = ThriftProtocol.class,
            names = {"BINARY", "COMPACT"})
    void aMessageAndWhatItsCallerSaysBesideItAreRead(ThriftProtocol protocol) {
        byte[] bytes = message(
                protocol, (protocol == ThriftProtocol.COMPACT ? "02" : "00") + "00 01 02" + "0174 0161" + "0175 00");
        byte[] shifted = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, shifted, 2, bytes.length);
        ThriftMessage read = ThriftMessage.read(shifted, 2, bytes.length, ThriftLimits.defaults());
        assertThat(read.header()).isEqualTo(HEADER);
        assertThat(read.form()).isEqualTo(new MessageForm(protocol, true));
        assertThat(read.info()).isEqualTo(Map.of("t", "a", "u", ""));
        assertThat(read.body(Small.TYPE)).isEqualTo(BODY);
    }

    @Test
    void anotherKindOfInfoEndsTheHeader() {
        byte[] bytes = message(ThriftProtocol.BINARY, "00 00 05 ffffff");
        assertThat(ThriftMessage.read(bytes, 0, bytes.length, ThriftLimits.defaults())
                        .info())
                .isEmpty();
    }

    @Test
    void strangeHeadersAreRefused() {
        assertThat(reason(message(ThriftProtocol.BINARY, "03 00"))).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason(message(ThriftProtocol.BINARY, "00 01 01"))).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason(message(ThriftProtocol.BINARY, "00 00 01 ffffffff0f")))
                .isIn(Reason.TRUNCATED, Reason.NEGATIVE_SIZE);
        assertThat(reason(message(ThriftProtocol.BINARY, "00 00 01 01 7f61"))).isEqualTo(Reason.TRUNCATED);
    }

    @Test
    void everyPrefixIsRefusedOrHasNoBody() {
        byte[] bytes = message(ThriftProtocol.BINARY, "00 00 01 01 0174 0161");
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            ThriftException e = catchThrowableOfType(
                    ThriftException.class, () -> ThriftMessage.read(cut, 0, cut.length, ThriftLimits.defaults())
                            .body(Small.TYPE));
            assertThat(e.reason()).isEqualTo(Reason.TRUNCATED);
        }
    }

    @ParameterizedTest
    @EnumSource(ThriftProtocol.class)
    void aFrameInAChainIsThatInABuffer(ThriftProtocol protocol) {
        for (boolean header : new boolean[] {false, true}) {
            MessageForm form = new MessageForm(protocol, header);
            for (int length : new int[] {0, 3000, 5000, 100_000}) {
                Small body = new Small().name("n".repeat(length));
                byte[] frame = chained(form, body);
                int size = (int) BigEndian.INT.get(frame, 0);
                assertThat(size).isEqualTo(frame.length - 4);
                ThriftMessage read = ThriftMessage.read(frame, 4, size, ThriftLimits.defaults());
                assertThat(read.header()).isEqualTo(HEADER);
                assertThat(read.form()).isEqualTo(form);
                assertThat(read.body(Small.TYPE)).isEqualTo(body);
                byte[] plain = ThriftMessage.toBytes(protocol, HEADER, body);
                assertThat(Arrays.copyOfRange(frame, frame.length - plain.length, frame.length))
                        .isEqualTo(plain);
            }
        }
    }

    private static byte[] chained(MessageForm form, ThriftStruct body) {
        try (ChainedBuffer chain = ChainedBuffer.create(UnpooledByteBufAllocator.DEFAULT, 1 << 20)) {
            ThriftMessage.writeFramed(form, HEADER, body, chain, UnpooledByteBufAllocator.DEFAULT);
            byte[] bytes = new byte[chain.readableBytes()];
            ByteBuf view = chain.slice(0, bytes.length);
            view.getBytes(view.readerIndex(), bytes);
            return bytes;
        }
    }

    private static byte[] message(ThriftProtocol protocol, String header) {
        byte[] fields = HexFormat.of().parseHex(header.replace(" ", ""));
        int words = (fields.length + 3) / 4;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(HexFormat.of().parseHex("0fff0000" + "00000007"));
        out.write(0);
        out.write(words);
        out.writeBytes(Arrays.copyOf(fields, words * 4));
        out.writeBytes(ThriftMessage.toBytes(protocol, HEADER, BODY));
        return out.toByteArray();
    }

    private static Reason reason(byte[] bytes) {
        return catchThrowableOfType(
                        ThriftException.class,
                        () -> ThriftMessage.read(bytes, 0, bytes.length, ThriftLimits.defaults()))
                .reason();
    }
}
