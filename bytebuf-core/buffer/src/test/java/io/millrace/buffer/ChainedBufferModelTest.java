package io.millrace.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Random operations on a chain and on a plain byte array; after each one both must hold the same bytes. */
class ChainedBufferModelTest {
    private static final int OPERATIONS = 400;
    private static final int MAX = 64 << 10;

    @RegisterExtension
    final CountedMemory memory = new CountedMemory();

    private byte[] model = new byte[0];

    @RepeatedTest(20)
    void behavesLikeAByteArray() {
        Random random = Seeds.random("ChainedBufferModelTest");
        try (ChainedBuffer chain = ChainedBuffer.create(memory.allocator(), MAX)) {
            for (int i = 0; i < OPERATIONS; i++) {
                operate(chain, random);
                assertThat(chain.readableBytes()).isEqualTo(model.length);
                assertThat(ByteBufUtil.getBytes(chain.slice(0, model.length))).isEqualTo(model);
            }
        }
    }

    private void operate(ChainedBuffer chain, Random random) {
        switch (random.nextInt(9)) {
            case 0 -> writeIntoTail(chain, random);
            case 1 -> append(chain, random, random.nextInt(64));
            case 2 -> append(chain, random, random.nextInt(3 * ChainedBuffer.COPY_LIMIT));
            case 3 -> appendSlice(chain, random);
            case 4 -> skip(chain, random);
            case 5 -> readRetained(chain, random);
            case 6 -> retainThenChange(chain, random);
            case 7 -> peek(chain, random);
            default -> drainSometimes(chain, random);
        }
    }

    private void writeIntoTail(ChainedBuffer chain, Random random) {
        byte[] bytes = bytes(random, random.nextInt(200));
        if (fits(bytes.length)) {
            chain.tailBytes(1 + random.nextInt(500));
            chain.reserve(random.nextInt(bytes.length + 1)).writeBytes(bytes);
            grow(bytes);
        }
    }

    private void append(ChainedBuffer chain, Random random, int length) {
        byte[] bytes = bytes(random, length);
        if (fits(length)) {
            chain.append(bufferOf(bytes));
            grow(bytes);
        }
    }

    private void appendSlice(ChainedBuffer chain, Random random) {
        byte[] bytes = bytes(random, random.nextInt(3 * ChainedBuffer.COPY_LIMIT));
        int from = random.nextInt(bytes.length + 1);
        if (fits(bytes.length)) {
            ByteBuf borrowed = bufferOf(bytes);
            chain.appendSlice(borrowed, from, bytes.length - from);
            borrowed.release();
            grow(Arrays.copyOfRange(bytes, from, bytes.length));
        }
    }

    private void skip(ChainedBuffer chain, Random random) {
        int length = random.nextInt(model.length + 1);
        chain.skip(length);
        model = Arrays.copyOfRange(model, length, model.length);
    }

    private void readRetained(ChainedBuffer chain, Random random) {
        int length = random.nextInt(model.length + 1);
        ByteBuf slice = chain.readRetainedSlice(length);
        assertThat(ByteBufUtil.getBytes(slice)).isEqualTo(Arrays.copyOf(model, length));
        slice.release();
        model = Arrays.copyOfRange(model, length, model.length);
    }

    private void retainThenChange(ChainedBuffer chain, Random random) {
        int from = random.nextInt(model.length + 1);
        int to = from + random.nextInt(model.length - from + 1);
        byte[] expected = Arrays.copyOfRange(model, from, to);
        ByteBuf slice = chain.retainedSlice(from, to - from);
        skip(chain, random);
        writeIntoTail(chain, random);
        append(chain, random, random.nextInt(2 * ChainedBuffer.COPY_LIMIT));
        assertThat(ByteBufUtil.getBytes(slice)).isEqualTo(expected);
        slice.release();
    }

    private void peek(ChainedBuffer chain, Random random) {
        if (model.length < Long.BYTES) {
            return;
        }
        int index = random.nextInt(model.length - Long.BYTES + 1);
        ByteBuffer expected = ByteBuffer.wrap(model);
        assertThat(chain.getByte(index)).isEqualTo(expected.get(index));
        assertThat(chain.getShort(index)).isEqualTo(expected.getShort(index));
        assertThat(chain.getInt(index)).isEqualTo(expected.getInt(index));
        assertThat(chain.getLong(index)).isEqualTo(expected.getLong(index));
    }

    private void drainSometimes(ChainedBuffer chain, Random random) {
        if (random.nextInt(4) != 0) {
            return;
        }
        ByteArrayOutputStream drained = new ByteArrayOutputStream();
        chain.drainTo(node -> {
            drained.writeBytes(ByteBufUtil.getBytes(node));
            node.release();
        });
        assertThat(drained.toByteArray()).isEqualTo(model);
        model = new byte[0];
    }

    private boolean fits(int length) {
        return length <= MAX - model.length;
    }

    private void grow(byte[] bytes) {
        int end = model.length;
        model = Arrays.copyOf(model, end + bytes.length);
        System.arraycopy(bytes, 0, model, end, bytes.length);
    }

    private ByteBuf bufferOf(byte[] bytes) {
        return memory.allocator().directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }
}
