package io.millrace.benchmark.codec;

import io.millrace.benchmark.codec.arm.Arm;
import io.millrace.benchmark.codec.arm.Sink;
import io.millrace.benchmark.codec.message.Blob;
import io.millrace.benchmark.codec.message.Mixed;
import io.millrace.benchmark.codec.message.MixedView;
import io.millrace.benchmark.codec.message.MyTest;
import io.millrace.benchmark.codec.message.Small;
import io.millrace.benchmark.codec.message.SmallView;
import io.millrace.buffer.ChainedBuffer;
import io.millrace.thrift.Bytes;
import io.millrace.thrift.IntList;
import io.millrace.thrift.LongList;
import io.millrace.thrift.ThriftBinary;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.PooledByteBufAllocator;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What only ours can do: read and change a message where it lies, and write one without copying its bytes. */
final class ViewArms {
    /** A little more than the message that is written to it. */
    private static final int CHAIN_BYTES = 1 << 20;

    private ViewArms() {}

    /** Version, name and codes, of which the last is looked at. */
    static Arm threeOfMixed(List<byte[]> encoded) {
        int mask = encoded.size() - 1;
        return (turn, sink) -> {
            try (MixedView view = MixedView.over(encoded.get(turn & mask))) {
                IntList codes = there(view.codes());
                sink.take((long) view.version() + there(view.name()).length() + codes.get(codes.size() - 1));
            }
        };
    }

    /** The same of a decoded object. */
    static void threeOfMixed(Mixed object, Sink sink) {
        IntList codes = there(object.codes());
        sink.take((long) object.version() + there(object.name()).length() + codes.get(codes.size() - 1));
    }

    /** Id, name and score. */
    static Arm threeOfSmall(List<byte[]> encoded) {
        int mask = encoded.size() - 1;
        return (turn, sink) -> {
            try (SmallView view = SmallView.over(encoded.get(turn & mask))) {
                sink.take(view.id() + there(view.name()).length() + (long) view.score());
            }
        };
    }

    /** The same of a decoded object. */
    static void threeOfSmall(Small object, Sink sink) {
        sink.take(object.id() + there(object.name()).length() + (long) object.score());
    }

    /** Reads the id, sets another name and another blob, writes to a new array. */
    static Arm patchMixed(List<byte[]> encoded, String name, byte[] blob) {
        int mask = encoded.size() - 1;
        return (turn, sink) -> {
            try (MixedView view = MixedView.over(encoded.get(turn & mask))) {
                sink.take(view.id());
                sink.take(view.name(name).blob(Bytes.wrap(blob)).toBytes());
            }
        };
    }

    /** The same of a decoded object. */
    static Mixed patchMixed(Mixed object, Sink sink, String name, byte[] blob) {
        sink.take(object.id());
        return object.name(name).blob(Bytes.wrap(blob));
    }

    /** Every number of the long list, and the rest. */
    static void allOfMyTest(MyTest object, Sink sink) {
        LongList numbers = there(object.numbers());
        long sum = object.number() + there(there(object.ano()).name()).length();
        for (int i = 0; i < numbers.size(); i++) {
            sum += numbers.get(i);
        }
        sink.take(sum);
    }

    /** To a chain, where the bytes are a node of their own, and from there node by node as a channel would take them. */
    static Arm chained(List<Blob> blobs) {
        int mask = blobs.size() - 1;
        PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        return (turn, sink) -> {
            try (ChainedBuffer chain = ChainedBuffer.create(allocator, CHAIN_BYTES)) {
                sink.take(ThriftBinary.write(blobs.get(turn & mask), chain, allocator));
                chain.drainTo((ByteBuf node) -> {
                    sink.take(node);
                    node.release();
                });
            }
        };
    }

    /** Fails unless a chain has the bytes that an array would have, and the blob's own memory among its nodes. */
    static void verifyChained(List<Blob> blobs) {
        PooledByteBufAllocator allocator = PooledByteBufAllocator.DEFAULT;
        for (Blob blob : blobs) {
            byte[] expected = ThriftBinary.toBytes(blob);
            try (ChainedBuffer chain = ChainedBuffer.create(allocator, CHAIN_BYTES)) {
                ThriftBinary.write(blob, chain, allocator);
                ByteBuf whole = chain.slice(0, chain.readableBytes());
                if (chain.nodeCount() < 2 || !Arrays.equals(expected, ByteBufUtil.getBytes(whole))) {
                    throw new IllegalStateException(
                            "a chain has other bytes or copied them: nodes=" + chain.nodeCount());
                }
            }
        }
    }

    private static <V> V there(@Nullable V value) {
        return Objects.requireNonNull(value);
    }
}
