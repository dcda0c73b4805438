package io.millrace.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ChainedBufferTest {
    private static final int LARGE = ChainedBuffer.COPY_LIMIT + 1;
    private static final int MAX = 10_000;

    @RegisterExtension
    final CountedMemory memory = new CountedMemory();

    private final ChainedBuffer chain = ChainedBuffer.create(memory.allocator(), MAX);

    @AfterEach
    void close() {
        chain.close();
    }

    @Test
    void anEmptyChainHoldsNoMemory() {
        assertThat(chain.readableBytes()).isZero();
        assertThat(chain.isReadable()).isFalse();
        assertThat(chain.nodeCount()).isZero();
        assertThat(memory.usedBytes()).isZero();
    }

    @Test
    void aLargeBufferBecomesANodeWithoutACopy() {
        ByteBuf large = filled(LARGE, 7);
        long address = large.memoryAddress();
        chain.append(large);

        List<ByteBuf> drained = drain();

        assertThat(drained).hasSize(1);
        assertThat(drained.get(0)).isSameAs(large);
        assertThat(drained.get(0).memoryAddress()).isEqualTo(address);
        releaseAll(drained);
    }

    @Test
    void aSmallBufferIsCopiedIntoTheTailAndReleased() {
        ByteBuf small = filled(ChainedBuffer.COPY_LIMIT, 7);
        chain.append(small);

        assertThat(small.refCnt()).isZero();
        assertThat(chain.readableBytes()).isEqualTo(ChainedBuffer.COPY_LIMIT);
        assertThat(chain.getByte(0)).isEqualTo((byte) 7);
    }

    @Test
    void smallPiecesShareOneTail() {
        for (int i = 0; i < 100; i++) {
            chain.reserve(4).writeInt(i);
        }
        assertThat(chain.nodeCount()).isEqualTo(1);
        assertThat(chain.getInt(4 * 99)).isEqualTo(99);
    }

    @Test
    void aLargeBorrowedSliceSharesMemoryAndASmallOneDoesNot() {
        ByteBuf borrowed = filled(2 * LARGE, 1);
        chain.appendSlice(borrowed, 10, LARGE);
        assertThat(borrowed.refCnt()).isEqualTo(2);
        chain.appendSlice(borrowed, 0, 10);
        assertThat(borrowed.refCnt()).isEqualTo(2);

        borrowed.setByte(10, 99);
        assertThat(chain.getByte(0)).isEqualTo((byte) 99);
        assertThat(borrowed.readerIndex()).isZero();
        assertThat(chain.readableBytes()).isEqualTo(LARGE + 10);
        borrowed.release();
    }

    @Test
    void orderIsKeptAroundAdoptedNodes() {
        chain.reserve(1).writeByte(1);
        chain.append(filled(LARGE, 2));
        chain.reserve(1).writeByte(3);

        assertThat(chain.nodeCount()).isEqualTo(3);
        assertThat(chain.getByte(0)).isEqualTo((byte) 1);
        assertThat(chain.getByte(1)).isEqualTo((byte) 2);
        assertThat(chain.getByte(LARGE)).isEqualTo((byte) 2);
        assertThat(chain.getByte(LARGE + 1)).isEqualTo((byte) 3);
    }

    @Test
    void aSliceWithinANodeIsContiguousAndOneAcrossNodesIsComposed() {
        chain.append(filled(LARGE, 1));
        chain.append(filled(LARGE, 2));

        assertThat(chain.slice(5, 10).hasMemoryAddress()).isTrue();
        ByteBuf across = chain.slice(LARGE - 2, 4);
        assertThat(across.readInt()).isEqualTo(0x01010202);
        assertThat(chain.readableBytes()).isEqualTo(2 * LARGE);
    }

    @Test
    void aRetainedSliceOutlivesTheChain() {
        chain.append(filled(LARGE, 1));
        chain.reserve(1).writeByte(2);
        ByteBuf inside = chain.retainedSlice(0, 4);
        ByteBuf across = chain.retainedSlice(LARGE - 1, 2);
        ByteBuf inTail = chain.retainedSlice(LARGE, 1);
        chain.close();

        assertThat(inside.readInt()).isEqualTo(0x01010101);
        assertThat(across.readShort()).isEqualTo((short) 0x0102);
        assertThat(inTail.readByte()).isEqualTo((byte) 2);
        releaseAll(List.of(inside, across, inTail));
    }

    @Test
    void writingAfterARetainedSliceOfTheTailLeavesTheSliceAlone() {
        chain.reserve(1).writeByte(1);
        ByteBuf slice = chain.retainedSlice(0, 1);
        chain.skip(1);
        chain.reserve(1).writeByte(2);

        assertThat(slice.readByte()).isEqualTo((byte) 1);
        assertThat(chain.getByte(0)).isEqualTo((byte) 2);
        slice.release();
    }

    @Test
    void aNodeThatIsReadWholeIsHandedOverItself() {
        ByteBuf large = filled(LARGE, 1);
        chain.append(large);
        ByteBuf read = chain.readRetainedSlice(LARGE);
        assertThat(read).isSameAs(large);
        read.release();
    }

    @Test
    void consumedNodesAreReleasedAtOnce() {
        ByteBuf first = filled(LARGE, 1);
        ByteBuf second = filled(LARGE, 2);
        chain.append(first);
        chain.append(second);

        chain.skip(LARGE - 1);
        assertThat(first.refCnt()).isEqualTo(1);
        chain.skip(1);
        assertThat(first.refCnt()).isZero();
        assertThat(second.refCnt()).isEqualTo(1);
        chain.skip(LARGE);
        assertThat(second.refCnt()).isZero();
    }

    @Test
    void aConsumedTailIsWrittenAgain() {
        ByteBuf tail = chain.reserve(8);
        tail.writeLong(1);
        chain.skip(8);
        assertThat(chain.reserve(8)).isSameAs(tail);
        assertThat(tail.writerIndex()).isZero();
    }

    @Test
    void numbersAreReadAcrossNodeBorders() {
        ByteBuf numbers = memory.allocator().buffer();
        for (int i = 0; i < 2 * LARGE; i++) {
            numbers.writeByte(i * 31);
        }
        chain.appendSlice(numbers, 0, LARGE);
        chain.appendSlice(numbers, LARGE, LARGE);

        for (int index = LARGE - 9; index < LARGE + 1; index++) {
            assertThat(chain.getLong(index)).isEqualTo(numbers.getLong(index));
            assertThat(chain.getInt(index)).isEqualTo(numbers.getInt(index));
            assertThat(chain.getShort(index)).isEqualTo(numbers.getShort(index));
            assertThat(chain.getUnsignedShort(index)).isEqualTo(numbers.getUnsignedShort(index));
            assertThat(chain.getUnsignedByte(index)).isEqualTo(numbers.getUnsignedByte(index));
        }
        numbers.release();
    }

    @Test
    void moreThanTheMaximumIsRefusedAndTheChainStaysAsItWas() {
        chain.append(filled(MAX - 1, 1));
        ByteBuf tooMuch = filled(LARGE, 2);

        assertThatIllegalStateException()
                .isThrownBy(() -> chain.append(tooMuch))
                .withMessage("chain is full: readable=9999, adding=1025 (expected: sum <= 10000)");
        assertThat(tooMuch.refCnt()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> chain.reserve(2));
        ByteBuf borrowed = filled(LARGE, 3);
        assertThatIllegalStateException().isThrownBy(() -> chain.appendSlice(borrowed, 0, LARGE));
        assertThat(borrowed.refCnt()).isEqualTo(1);
        borrowed.release();
        assertThat(chain.readableBytes()).isEqualTo(MAX - 1);
        chain.reserve(1).writeByte(4);
        assertThat(chain.getByte(MAX - 1)).isEqualTo((byte) 4);
    }

    @Test
    void writingMoreThanWasReservedWorksUpToTheMaximum() {
        ByteBuf tail = chain.reserve(1);
        tail.writeZero(MAX);
        assertThat(chain.readableBytes()).isEqualTo(MAX);
        assertThatThrownBy(() -> tail.writeByte(1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void readingWhatIsNotThereIsRefused() {
        chain.reserve(4).writeInt(1);
        assertThatExceptionOfType(IndexOutOfBoundsException.class)
                .isThrownBy(() -> chain.getInt(1))
                .withMessage("index=1, length=4 (expected: within 4 readable bytes)");
        assertThatThrownBy(() -> chain.skip(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> chain.skip(-1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> chain.slice(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> chain.slice(4, Integer.MAX_VALUE)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> chain.readRetainedSlice(5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(chain.slice(4, 0).isReadable()).isFalse();
    }

    @Test
    void aDrainGivesWhatWasThereAndKeepsWhatItsConsumerAppends() {
        chain.reserve(1).writeByte(1);
        chain.append(filled(LARGE, 2));
        List<ByteBuf> drained = new ArrayList<>();
        chain.drainTo(node -> {
            drained.add(node);
            chain.reserve(1).writeByte(9);
        });

        assertThat(drained).hasSize(2);
        assertThat(chain.readableBytes()).isEqualTo(2);
        releaseAll(drained);
    }

    @Test
    void aConsumerThatThrowsOwnsItsNodeAndTheRestStays() {
        chain.append(filled(LARGE, 1));
        chain.append(filled(LARGE, 2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> chain.drainTo(node -> {
                    node.release();
                    throw new IllegalArgumentException("refused");
                }));
        assertThat(chain.readableBytes()).isEqualTo(LARGE);
        assertThat(chain.getByte(0)).isEqualTo((byte) 2);
    }

    @Test
    void aSecondCloseDoesNothingAndOtherCallsAreRefused() {
        ByteBuf node = filled(LARGE, 1);
        chain.append(node);
        chain.reserve(3).writeMedium(1);
        chain.close();
        chain.close();

        assertThat(node.refCnt()).isZero();
        assertThat(chain.readableBytes()).isZero();
        assertThatIllegalStateException().isThrownBy(() -> chain.reserve(1)).withMessage("chain is closed");
        assertThatIllegalStateException().isThrownBy(() -> chain.getByte(0));
        ByteBuf taken = filled(LARGE, 1);
        assertThatIllegalStateException().isThrownBy(() -> chain.append(taken));
        assertThat(taken.refCnt()).isZero();
    }

    @Test
    void sizesAreChecked() {
        assertThatIllegalArgumentException().isThrownBy(() -> ChainedBuffer.create(memory.allocator(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> chain.tailBytes(0));
        assertThatIllegalArgumentException().isThrownBy(() -> chain.reserve(-1));
    }

    private ByteBuf filled(int length, int value) {
        ByteBuf buffer = memory.allocator().directBuffer(length);
        for (int i = 0; i < length; i++) {
            buffer.writeByte(value);
        }
        return buffer;
    }

    private List<ByteBuf> drain() {
        List<ByteBuf> drained = new ArrayList<>();
        chain.drainTo(drained::add);
        assertThat(chain.isReadable()).isFalse();
        return drained;
    }

    private static void releaseAll(List<ByteBuf> buffers) {
        buffers.forEach(ByteBuf::release);
    }
}
