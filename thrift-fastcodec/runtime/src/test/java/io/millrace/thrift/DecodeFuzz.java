package io.millrace.thrift;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Tree;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any bytes: a {@link ThriftException}, or a value that is written and read again as itself, within bounded memory. */
@Tag("once")
class DecodeFuzz {

    private static final int ROUNDS = 1_500;

    @FuzzTest(maxDuration = "10m")
    void binary(byte[] bytes) {
        binary(Everything.TYPE, bytes);
        binary(Tree.TYPE, bytes);
    }

    @FuzzTest(maxDuration = "10m")
    void compact(byte[] bytes) {
        compact(Everything.TYPE, bytes);
        compact(Tree.TYPE, bytes);
    }

    /** With a header, in whatever envelope. */
    @FuzzTest(maxDuration = "10m")
    void message(byte[] bytes) {
        ThriftMessage message = BoundedReading.read(
                bytes, given -> ThriftMessage.read(given, 0, given.length, ThriftLimits.defaults()));
        if (message != null) {
            BoundedReading.read(bytes, given -> body(message));
        }
    }

    @Test
    void damagedMessages() throws Exception {
        Random random = Seeds.random("DecodeFuzz");
        Damage damage = new Damage(random);
        for (int round = 0; round < ROUNDS; round++) {
            boolean isTree = random.nextBoolean();
            boolean isCompact = random.nextBoolean();
            Shape shape = isTree ? Shape.TREE : Shape.EVERYTHING;
            byte[] bytes =
                    damage.of(new LibthriftPeer(isCompact).write(shape, new RandomTree(random, 8).struct(shape)));
            if (isCompact) {
                compact(bytes);
            } else {
                binary(bytes);
            }
            message(damage.of(called(isCompact, random)));
        }
    }

    private static byte[] called(boolean isCompact, Random random) {
        MessageHeader header = new MessageHeader("take", MessageKind.CALL, random.nextInt());
        return ThriftMessage.toBytes(
                isCompact ? ThriftProtocol.COMPACT : ThriftProtocol.BINARY, header, new Tree().name("oak"));
    }

    /** The body's positions count from where it begins. */
    private static Tree body(ThriftMessage message) {
        return message.body(Tree.TYPE);
    }

    private static <T extends ThriftStruct> void binary(StructType<T> type, byte[] bytes) {
        check(bytes, given -> ThriftBinary.read(type, given), ThriftBinary::toBytes);
    }

    private static <T extends ThriftStruct> void compact(StructType<T> type, byte[] bytes) {
        check(bytes, given -> ThriftCompact.read(type, given), ThriftCompact::toBytes);
    }

    private static <T extends ThriftStruct> void check(
            byte[] bytes, Function<byte[], T> reader, Function<ThriftStruct, byte[]> writer) {
        T value = BoundedReading.read(bytes, reader);
        if (value == null) {
            return;
        }
        byte[] written = writer.apply(value);
        byte[] again;
        try {
            again = writer.apply(reader.apply(written));
        } catch (ThriftException e) {
            if (e.reason() == ThriftException.Reason.LIMIT && written.length < bytes.length) {
                return; // what was there twice is not any more, and the budget counts from the length
            }
            throw new AssertionError("what was written is refused", e);
        }
        if (!Arrays.equals(written, again)) {
            throw new AssertionError("written otherwise the second time");
        }
    }
}
