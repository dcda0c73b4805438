package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Small;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FrameFinderTest {
    private final Random random = Seeds.random("FrameFinderTest");

    @Test
    void endsAreFoundWhateverThePieces() throws Exception {
        for (int round = 0; round < 20; round++) {
            ByteBuf stream = Unpooled.buffer();
            List<Integer> ends = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                writeMessage(stream);
                ends.add(stream.readableBytes());
            }
            byte[] bytes = new byte[stream.readableBytes()];
            stream.readBytes(bytes);

            assertThat(ends(bytes, bytes.length)).isEqualTo(ends);
            assertThat(ends(bytes, 1)).isEqualTo(ends);
            assertThat(ends(bytes, 1 + random.nextInt(50))).isEqualTo(ends);
        }
    }

    @Test
    void emptyAndNestedContainersAreSteppedOver() {
        String body = "0f0063 0f 00000003 0b00000000 0b00000002 00000001 61 00000000 0200000002 0101"
                + "0d0064 0b0c 00000002 00000001 61 080001 00000007 00 00000000 00"
                + "0d0065 0000 00000000 0d0066 080b 00000001 00000009 00000003 616263 0c0067 00 00";
        byte[] bytes = HexFormat.of().parseHex(("80010001 00000001 6d 00000005" + body).replace(" ", ""));
        assertThat(ends(bytes, bytes.length)).containsExactly(bytes.length);
        assertThat(ends(bytes, 1)).containsExactly(bytes.length);
    }

    @Test
    void streamsThatAreNoMessageAreRefused() {
        assertThat(reason("80020001")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("80010001 ffffffff")).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(reason("7fffffff")).isEqualTo(Reason.LIMIT);
        assertThat(reason("80010001 00000000 00000001 050001")).isEqualTo(Reason.UNKNOWN_TYPE);
        assertThat(reason("80010001 00000000 00000001 0f0001 0b 80000000")).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(reason("80010001 00000000 00000001" + "0c0001".repeat(300))).isEqualTo(Reason.DEPTH);
        assertThat(reason("80010001 00000000 00000001 0f0001" + "0f00000001".repeat(300)))
                .isEqualTo(Reason.DEPTH);
    }

    @Test
    void aMessageLongerThanTheLimitIsRefusedBeforeItIsThere() {
        FrameFinder finder = new FrameFinder(ThriftLimits.defaults().withMessageBytes(100));
        byte[] head = HexFormat.of().parseHex("8001000100000000000000010f00010a7fffffff");
        assertThat(finder.feed(head, 0, head.length)).isEqualTo(-1);
        ThriftException e = catchThrowableOfType(ThriftException.class, () -> finder.feed(new byte[200], 0, 200));
        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
    }

    private void writeMessage(ByteBuf to) throws Exception {
        boolean small = random.nextBoolean();
        Shape shape = small ? Shape.SMALL : Shape.EVERYTHING;
        byte[] body = new LibthriftPeer(false).write(shape, new RandomTree(random, 10).struct(shape));
        ThriftStruct struct = small ? ThriftBinary.read(Small.TYPE, body) : ThriftBinary.read(Everything.TYPE, body);
        ThriftProtocol protocol = random.nextBoolean() ? ThriftProtocol.BINARY : ThriftProtocol.BINARY_OLD;
        ThriftMessage.write(protocol, new MessageHeader("call", MessageKind.CALL, random.nextInt()), struct, to);
    }

    private static List<Integer> ends(byte[] bytes, int piece) {
        FrameFinder finder = new FrameFinder(ThriftLimits.defaults());
        List<Integer> ends = new ArrayList<>();
        for (int from = 0; from < bytes.length; ) {
            int end = finder.feed(bytes, from, Math.min(bytes.length, from + piece));
            if (end < 0) {
                from = Math.min(bytes.length, from + piece);
            } else {
                ends.add(end);
                from = end;
            }
        }
        return ends;
    }

    private static Reason reason(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        FrameFinder finder = new FrameFinder(ThriftLimits.defaults());
        return catchThrowableOfType(ThriftException.class, () -> finder.feed(bytes, 0, bytes.length))
                .reason();
    }
}
