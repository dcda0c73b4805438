package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.Tree;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Messages cut and flipped at every byte: a value or a {@link ThriftException}, within bounded memory. */
class DamagedBytesTest {
    private interface Reader {
        ThriftStruct read(byte[] bytes, int length);
    }

    static Stream<Arguments> types() {
        return Stream.of(
                Arguments.of(Everything.TYPE, Shape.EVERYTHING, false),
                Arguments.of(Everything.TYPE, Shape.EVERYTHING, true),
                Arguments.of(Mixed.TYPE, Shape.MIXED, false),
                Arguments.of(Mixed.TYPE, Shape.MIXED, true),
                Arguments.of(Tree.TYPE, Shape.TREE, false),
                Arguments.of(Tree.TYPE, Shape.TREE, true));
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends ThriftStruct> void everyPrefixIsTruncated(StructType<T> type, Shape shape, boolean compact)
            throws Exception {
        byte[] bytes = message(type, shape, compact, "cut");
        for (int length = 0; length < bytes.length; length++) {
            int cut = length;
            byte[] prefix = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> reader(type, compact).read(prefix, cut))
                    .isInstanceOfSatisfying(ThriftException.class, e -> {
                        assertThat(e.reason()).isIn(ThriftException.Reason.TRUNCATED, ThriftException.Reason.OVERSIZED);
                        assertThat(e.position()).isBetween(0, cut);
                    });
        }
    }

    @ParameterizedTest
    @MethodSource("types")
    <T extends ThriftStruct> void everyFlippedByteGivesAValueOrATypedError(
            StructType<T> type, Shape shape, boolean compact) throws Exception {
        byte[] bytes = message(type, shape, compact, "flip");
        Reader reader = reader(type, compact);
        int values = 0;
        int errors = 0;
        for (int at = 0; at < bytes.length; at++) {
            for (int bit = 0; bit < 8; bit++) {
                bytes[at] ^= (byte) (1 << bit);
                if (isRead(reader, bytes)) {
                    values++;
                } else {
                    errors++;
                }
                bytes[at] ^= (byte) (1 << bit);
            }
        }
        assertThat(values).isPositive();
        assertThat(errors).isPositive();
    }

    private static boolean isRead(Reader reader, byte[] bytes) {
        return BoundedReading.read(bytes, given -> reader.read(given, given.length)) != null;
    }

    private static <T extends ThriftStruct> Reader reader(StructType<T> type, boolean compact) {
        ThriftLimits limits = ThriftLimits.defaults();
        return compact
                ? (bytes, length) -> ThriftCompact.read(type, bytes, 0, length, limits)
                : (bytes, length) -> ThriftBinary.read(type, bytes, 0, length, limits);
    }

    /** A message of a few hundred bytes or more. */
    private static byte[] message(StructType<?> type, Shape shape, boolean compact, String what) throws Exception {
        Random random = Seeds.random("DamagedBytesTest " + what + " " + type.name());
        byte[] bytes;
        do {
            bytes = new LibthriftPeer(compact).write(shape, new RandomTree(random, 6).struct(shape));
        } while (bytes.length < 200 || bytes.length > 2000);
        return bytes;
    }
}
