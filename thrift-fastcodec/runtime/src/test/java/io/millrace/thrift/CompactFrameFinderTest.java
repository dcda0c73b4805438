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

class CompactFrameFinderTest {
    private final Random random = Seeds.random("CompactFrameFinderTest");

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
        String body = "19 18 00" // a list of one empty string; ids by one
                + "19 00" // an empty list that says no type
                + "1b 00" // an empty map
                + "1b 02 88 01 61 00 00 01 62" // two entries of strings
                + "1b 01 51 8001 01" // a number to a bool
                + "1b 01 75" + "00".repeat(8) + "03" // a double to a number
                + "19 2c 15 07 00 00" // two structs, the second empty
                + "19 f1 10" + "01".repeat(16) // bools with a long count
                + "19 39 15 02 15 04 05" // lists in a list: one number of each
                + "06 c801 8080808080808080 8001" // an id of its own, a long number
                + "11 12" + "1d" + "00".repeat(16) + "17" + "00".repeat(8) + "00";
        byte[] bytes = HexFormat.of().parseHex(("82 21 05 01 6d" + body).replace(" ", ""));
        assertThat(ends(bytes, bytes.length)).containsExactly(bytes.length);
        assertThat(ends(bytes, 1)).containsExactly(bytes.length);
    }

    @Test
    void streamsThatAreNoMessageAreRefused() {
        assertThat(reason("80")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("82 22")).isEqualTo(Reason.BAD_MESSAGE);
        assertThat(reason("82 21 ffffffffff")).isEqualTo(Reason.MALFORMED);
        assertThat(reason("82 21 00 ffffffff0f")).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(reason("82 21 00 ffffffff07")).isEqualTo(Reason.LIMIT);
        assertThat(reason("82 21 00 00 1e")).isEqualTo(Reason.UNKNOWN_TYPE);
        assertThat(reason("82 21 00 00 19 1e")).isEqualTo(Reason.UNKNOWN_TYPE);
        assertThat(reason("82 21 00 00 1b 01 0e")).isEqualTo(Reason.UNKNOWN_TYPE);
        assertThat(reason("82 21 00 00 16" + "ff".repeat(10))).isEqualTo(Reason.MALFORMED);
        assertThat(reason("82 21 00 00 19 fb ffffffff0f")).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(reason("82 21 00 00" + "1c".repeat(300))).isEqualTo(Reason.DEPTH);
        assertThat(reason("82 21 00 00 19" + "19".repeat(300))).isEqualTo(Reason.DEPTH);
    }

    @Test
    void aMessageLongerThanTheLimitIsRefusedBeforeItIsThere() {
        CompactFrameFinder finder =
                new CompactFrameFinder(ThriftLimits.defaults().withMessageBytes(100));
        byte[] head = HexFormat.of().parseHex("8221000019f7ffffffff07");
        assertThat(finder.feed(head, 0, head.length)).isEqualTo(-1);
        ThriftException e = catchThrowableOfType(ThriftException.class, () -> finder.feed(new byte[200], 0, 200));
        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
    }

    private void writeMessage(ByteBuf to) throws Exception {
        boolean small = random.nextBoolean();
        Shape shape = small ? Shape.SMALL : Shape.EVERYTHING;
        byte[] body = new LibthriftPeer(false).write(shape, new RandomTree(random, 10).struct(shape));
        ThriftStruct struct = small ? ThriftBinary.read(Small.TYPE, body) : ThriftBinary.read(Everything.TYPE, body);
        ThriftMessage.write(
                ThriftProtocol.COMPACT, new MessageHeader("call", MessageKind.CALL, random.nextInt()), struct, to);
    }

    private static List<Integer> ends(byte[] bytes, int piece) {
        CompactFrameFinder finder = new CompactFrameFinder(ThriftLimits.defaults());
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
        CompactFrameFinder finder = new CompactFrameFinder(ThriftLimits.defaults());
        return catchThrowableOfType(ThriftException.class, () -> finder.feed(bytes, 0, bytes.length))
                .reason();
    }
}
