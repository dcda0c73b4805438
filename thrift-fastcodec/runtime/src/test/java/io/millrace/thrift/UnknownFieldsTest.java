package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Ano;
import io.millrace.thrift.model.Choice;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A reader of an older definition keeps what it does not know, and hands it on in either protocol. */
class UnknownFieldsTest {
    private final Random random = Seeds.random("UnknownFieldsTest");

    @Test
    void anOldReaderHandsOnWhatItDoesNotKnow() throws Exception {
        for (int round = 0; round < 40; round++) {
            Map<Integer, Object> tree = new RandomTree(random, 12).struct(Shape.EVERYTHING);
            assertHandedOn(tree, false, false);
            assertHandedOn(tree, false, true);
            assertHandedOn(tree, true, false);
            assertHandedOn(tree, true, true);
        }
    }

    @Test
    void manyUnknownFieldsAreLinearWork() {
        int fields = 200_000;
        byte[] bytes = new byte[fields * 4 + 1];
        for (int i = 0; i < fields; i++) {
            bytes[4 * i] = WireType.BYTE;
            bytes[4 * i + 1] = 0x40;
            bytes[4 * i + 3] = 7;
        }
        Ano read = ThriftBinary.read(Ano.TYPE, bytes);
        UnknownFields unknown = Objects.requireNonNull(read.unknownFields());
        assertThat(unknown.size()).isEqualTo(4 * fields);
        // its own fixed field, the unknown ones, STOP
        assertThat(ThriftBinary.toBytes(read)).hasSize(11 + 4 * fields + 1).endsWith(bytes);
    }

    @Test
    void anEmptyListOfNoTypeIsHandedOnInCompact() throws Exception {
        byte[] bytes = {WireType.LIST, 0, 99, 0, 0, 0, 0, 0, 0};
        Ano read = ThriftBinary.read(Ano.TYPE, bytes);
        Map<Integer, Object> tree = new LibthriftPeer(true).read(ThriftCompact.toBytes(read));
        assertThat(tree).containsEntry(99, List.of());
    }

    @Test
    void aUnionOfAnAlternativeThatIsNotKnownIsHandedOn() {
        byte[] bytes = {WireType.I32, 0, 50, 0, 0, 0, 9, 0};
        Choice read = ThriftBinary.read(Choice.TYPE, bytes);
        assertThat(read.hasNumber()).isFalse();
        assertThat(ThriftBinary.toBytes(read)).isEqualTo(bytes);
    }

    /** {@code Ano} shares no field with {@code Everything} whose id and type are the same but for 1, a bool there. */
    private static void assertHandedOn(Map<Integer, Object> tree, boolean fromCompact, boolean toCompact)
            throws Exception {
        byte[] bytes = new LibthriftPeer(fromCompact).write(Shape.EVERYTHING, tree);
        Ano read = fromCompact ? ThriftCompact.read(Ano.TYPE, bytes) : ThriftBinary.read(Ano.TYPE, bytes);
        byte[] handedOn = toCompact ? ThriftCompact.toBytes(read) : ThriftBinary.toBytes(read);

        Map<Integer, Object> expected = new TreeMap<>(tree);
        expected.keySet().removeAll(Set.of(1, 2));
        Map<Integer, Object> arrived = new LibthriftPeer(toCompact).read(handedOn);
        arrived.remove(1);
        assertThat(arrived).isEqualTo(expected);
    }
}
