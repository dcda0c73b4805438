package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Choice;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.MyTest;
import io.millrace.thrift.model.Small;
import io.millrace.thrift.model.Tree;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Held against Apache's own library: what it writes we read and write the same, and it reads what we write. */
@ExtendWith(LeakCheck.class)
class LibthriftTest {
    private static final int ROUNDS = 30;

    static Stream<Arguments> types() {
        return Stream.of(
                Arguments.of(Small.TYPE, Shape.SMALL),
                Arguments.of(Mixed.TYPE, Shape.MIXED),
                Arguments.of(MyTest.TYPE, Shape.MY_TEST),
                Arguments.of(Everything.TYPE, Shape.EVERYTHING),
                Arguments.of(Choice.TYPE, Shape.CHOICE),
                Arguments.of(Tree.TYPE, Shape.TREE));
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends ThriftStruct> void binaryBytesAreTheSameBothWays(StructType<T> type, Shape shape) throws Exception {
        Random random = Seeds.random("LibthriftTest " + type.name());
        LibthriftPeer peer = new LibthriftPeer(false);
        for (int round = 0; round < ROUNDS; round++) {
            Map<Integer, Object> tree = new RandomTree(random, 1 << random.nextInt(8)).struct(shape);
            byte[] theirs = peer.write(shape, tree);

            T read = ThriftBinary.read(type, theirs);
            byte[] ours = ThriftBinary.toBytes(read);

            assertThat(ours).isEqualTo(theirs);
            assertThat(peer.read(ours)).isEqualTo(tree);
            assertThat(ThriftBinary.read(type, ours)).isEqualTo(read).hasSameHashCodeAs(read);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends ThriftStruct> void compactBytesAreTheSameBothWays(StructType<T> type, Shape shape) throws Exception {
        Random random = Seeds.random("LibthriftTest compact " + type.name());
        LibthriftPeer peer = new LibthriftPeer(true);
        for (int round = 0; round < ROUNDS; round++) {
            Map<Integer, Object> tree = new RandomTree(random, 1 << random.nextInt(8)).struct(shape);
            byte[] theirs = peer.write(shape, tree);

            T read = ThriftCompact.read(type, theirs);
            byte[] ours = ThriftCompact.toBytes(read);

            assertThat(ours).isEqualTo(theirs);
            assertThat(peer.read(ours)).isEqualTo(tree);
            assertThat(ThriftBinary.read(type, ThriftBinary.toBytes(read))).isEqualTo(read);
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends ThriftStruct> void everyWayOutGivesTheSameBytes(StructType<T> type, Shape shape) throws Exception {
        Random random = Seeds.random("LibthriftTest ways " + type.name());
        for (int round = 0; round < ROUNDS / 4; round++) {
            Map<Integer, Object> tree = new RandomTree(random, 1 << random.nextInt(8)).struct(shape);
            T struct = ThriftBinary.read(type, new LibthriftPeer(false).write(shape, tree));
            byte[] bytes = ThriftBinary.toBytes(struct);

            assertThat(ThriftBinary.encodedLength(struct)).isEqualTo(bytes.length);
            assertIntoArray(struct, bytes, random.nextInt(9));
            assertIntoBuffer(type, struct, bytes, PooledByteBufAllocator.DEFAULT.heapBuffer(16));
            assertIntoBuffer(type, struct, bytes, PooledByteBufAllocator.DEFAULT.directBuffer(16));
        }
    }

    private static void assertIntoArray(ThriftStruct struct, byte[] bytes, int offset) {
        byte[] array = filled(offset + bytes.length + 5);
        assertThat(ThriftBinary.write(struct, array, offset)).isEqualTo(bytes.length);
        assertThat(Arrays.copyOfRange(array, offset, offset + bytes.length)).isEqualTo(bytes);
        assertThat(Arrays.copyOf(array, offset)).isEqualTo(filled(offset));
        assertThat(Arrays.copyOfRange(array, offset + bytes.length, array.length))
                .isEqualTo(filled(5));
    }

    private static <T extends ThriftStruct> void assertIntoBuffer(
            StructType<T> type, T struct, byte[] bytes, ByteBuf buffer) {
        try {
            buffer.writeByte(7);
            assertThat(ThriftBinary.write(struct, buffer)).isEqualTo(bytes.length);
            buffer.writeByte(9);
            assertThat(buffer.readByte()).isEqualTo((byte) 7);
            byte[] written = new byte[bytes.length];
            buffer.getBytes(1, written);
            assertThat(written).isEqualTo(bytes);
            assertThat(ThriftBinary.read(type, buffer, ThriftLimits.defaults())).isEqualTo(struct);
            assertThat(buffer.readByte()).isEqualTo((byte) 9);
        } finally {
            buffer.release();
        }
    }

    private static byte[] filled(int length) {
        byte[] array = new byte[length];
        Arrays.fill(array, (byte) 0x55);
        return array;
    }
}
