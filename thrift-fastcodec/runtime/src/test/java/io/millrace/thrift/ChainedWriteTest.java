package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.buffer.ChainedBuffer;
import io.millrace.testkit.LeakCheck;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Mixed;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Large binaries travel as they lie in memory. */
@ExtendWith(LeakCheck.class)
class ChainedWriteTest {
    private static final PooledByteBufAllocator POOL = PooledByteBufAllocator.DEFAULT;

    private final Random random = Seeds.random("ChainedWriteTest");

    @Test
    void aLargeBinaryIsANodeOfTheSameMemory() {
        byte[] blob = new byte[64 * 1024];
        random.nextBytes(blob);
        Mixed mixed = new Mixed().id(1).blob(Bytes.wrap(blob)).times(LongList.of(1, 2, 3));
        byte[] expected = ThriftBinary.toBytes(mixed);
        try (ChainedBuffer chain = ChainedBuffer.create(POOL, 1 << 20)) {
            assertThat(ThriftBinary.write(mixed, chain, POOL)).isEqualTo(expected.length);
            assertThat(bytes(chain)).isEqualTo(expected);

            List<ByteBuf> nodes = new ArrayList<>();
            chain.drainTo(nodes::add);
            try {
                assertThat(nodes).anySatisfy(node -> {
                    assertThat(node.readableBytes()).isEqualTo(blob.length);
                    assertThat(node.array()).isSameAs(blob);
                });
            } finally {
                nodes.forEach(ByteBuf::release);
            }
        }
    }

    @Test
    void messagesOfAllSizesAreTheSameInAChain() throws Exception {
        for (int round = 0; round < 30; round++) {
            Map<Integer, Object> tree = new RandomTree(random, 1 << random.nextInt(8)).struct(Shape.EVERYTHING);
            Everything struct =
                    ThriftBinary.read(Everything.TYPE, new LibthriftPeer(false).write(Shape.EVERYTHING, tree));
            struct.aBinary(Bytes.wrap(new byte[random.nextInt(20_000)]))
                    .binaries(List.of(Bytes.wrap(new byte[4_095]), Bytes.wrap(new byte[4_096])))
                    .aString("é".repeat(random.nextInt(10_000)));
            byte[] expected = ThriftBinary.toBytes(struct);
            try (ChainedBuffer chain = ChainedBuffer.create(POOL, 1 << 26)) {
                chain.reserve(1).writeByte(9);
                ThriftBinary.write(struct, chain, POOL);
                assertThat(chain.getByte(0)).isEqualTo((byte) 9);
                chain.skip(1);
                assertThat(bytes(chain)).isEqualTo(expected);
            }
        }
    }

    @Test
    void aChainWithoutRoomStaysAsItWas() {
        Mixed mixed = new Mixed().blob(Bytes.wrap(new byte[10_000]));
        try (ChainedBuffer chain = ChainedBuffer.create(POOL, 5_000)) {
            chain.reserve(1).writeByte(9);
            assertThatThrownBy(() -> ThriftBinary.write(mixed, chain, POOL)).isInstanceOf(IllegalStateException.class);
            assertThat(chain.readableBytes()).isEqualTo(1);
        }
    }

    @Test
    void aMessageThatFailsLeavesTheChainAsItWas() {
        Everything incomplete = new Everything();
        try (ChainedBuffer chain = ChainedBuffer.create(POOL, 5_000)) {
            assertThatThrownBy(() -> ThriftBinary.write(incomplete, chain, POOL))
                    .isInstanceOf(ThriftException.class);
            assertThat(chain.isReadable()).isFalse();
        }
    }

    private static byte[] bytes(ChainedBuffer chain) {
        byte[] bytes = new byte[chain.readableBytes()];
        ByteBuf view = chain.slice(0, bytes.length);
        view.getBytes(view.readerIndex(), bytes);
        return bytes;
    }
}
