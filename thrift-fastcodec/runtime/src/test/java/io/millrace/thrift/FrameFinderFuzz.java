package io.millrace.thrift;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Tree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any stream: messages end where they end however it is cut, or it is refused at the same place; within bounded memory. The first byte says how it is cut. */
@Tag("once")
class FrameFinderFuzz {

    private static final int ROUNDS = 1_500;
    private static final int PIECE_MASK = 63;

    private interface Finder {
        int feed(byte[] bytes, int from, int to);
    }

    @FuzzTest(maxDuration = "10m")
    void binary(byte[] bytes) {
        check(bytes, false);
    }

    @FuzzTest(maxDuration = "10m")
    void compact(byte[] bytes) {
        check(bytes, true);
    }

    @Test
    void damagedStreams() throws Exception {
        Random random = Seeds.random("FrameFinderFuzz");
        Damage damage = new Damage(random);
        for (int round = 0; round < ROUNDS; round++) {
            boolean isCompact = random.nextBoolean();
            byte[] stream = stream(random, isCompact);
            check(random.nextInt(4) == 0 ? stream : damage.of(stream), isCompact);
        }
    }

    private static byte[] stream(Random random, boolean isCompact) throws Exception {
        ByteBuf stream = Unpooled.buffer();
        stream.writeByte(random.nextInt());
        for (int i = 0; i < 3; i++) {
            byte[] body = new LibthriftPeer(false).write(Shape.TREE, new RandomTree(random, 6).struct(Shape.TREE));
            ThriftProtocol protocol = isCompact ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY;
            MessageHeader header = new MessageHeader("take", MessageKind.CALL, random.nextInt());
            ThriftMessage.write(protocol, header, ThriftBinary.read(Tree.TYPE, body), stream);
        }
        byte[] bytes = new byte[stream.readableBytes()];
        stream.readBytes(bytes);
        return bytes;
    }

    private static void check(byte[] bytes, boolean isCompact) {
        if (bytes.length < 2) {
            return;
        }
        List<Integer> whole = BoundedReading.read(bytes, given -> ends(given, given.length, isCompact));
        List<Integer> cut = BoundedReading.read(bytes, given -> ends(given, 1 + (given[0] & PIECE_MASK), isCompact));
        if (whole == null ? cut != null : !whole.equals(cut)) {
            throw new AssertionError("ends differ: whole=" + whole + ", cut=" + cut + ", first byte=" + bytes[0]);
        }
    }

    private static List<Integer> ends(byte[] bytes, int piece, boolean isCompact) {
        ThriftLimits limits = ThriftLimits.defaults();
        Finder finder = isCompact ? new CompactFrameFinder(limits)::feed : new FrameFinder(limits)::feed;
        List<Integer> ends = new ArrayList<>();
        for (int from = 1; from < bytes.length; ) {
            int to = Math.min(bytes.length, from + piece);
            int end = finder.feed(bytes, from, to);
            if (end >= 0) {
                ends.add(end);
            }
            from = end < 0 ? to : end;
        }
        return ends;
    }
}
