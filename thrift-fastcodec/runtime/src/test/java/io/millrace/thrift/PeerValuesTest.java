package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.thrift.model.Ano;
import io.millrace.thrift.model.Choice;
import io.millrace.thrift.model.Color;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Small;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is set by name arrives at Apache's library under its id, with its value. */
class PeerValuesTest {

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void valuesArrive(boolean compact) throws Exception {
        Ano ano = new Ano().number(4).text("ano");
        Everything everything = new Everything()
                .aBool(true)
                .anI8((byte) -8)
                .anI16((short) -16)
                .anI32(-32)
                .anI64(-64)
                .aDouble(0.5)
                .aString("täxt")
                .aBinary(Bytes.copyOf(new byte[] {1, 2}))
                .aUuid(new UUID(3, 4))
                .color(Color.of(77))
                .part(ano)
                .choice(new Choice().text("chosen"))
                .maybeBool(false)
                .mustI64(Long.MIN_VALUE)
                .mustString("\uD800")
                .bools(BooleanList.of(true, false))
                .bytes(ByteList.of((byte) 1))
                .shorts(ShortList.of((short) -2))
                .ints(IntList.of(3, -3))
                .doubles(DoubleList.of(-0.0))
                .colors(List.of(Color.RED, Color.GREEN))
                .matrix(List.of(IntList.of(1), new IntList()))
                .intSet(new LinkedHashSet<>(List.of(5, 4)))
                .partByNumber(Map.of(9L, ano))
                .mapByColor(Map.of(Color.RED, Map.of((short) 1, 2.0)))
                .setByPart(Map.of(ano, Set.of(1L)))
                .late(300)
                .negative((short) -5);
        byte[] bytes = compact ? ThriftCompact.toBytes(everything) : ThriftBinary.toBytes(everything);

        Map<Integer, Object> fields = new LibthriftPeer(compact).read(bytes);

        Map<Integer, Object> anoFields = Map.of(1, 4L, 2, text("ano"));
        assertThat(fields)
                .containsEntry(-5, (short) -5)
                .containsEntry(1, true)
                .containsEntry(2, (byte) -8)
                .containsEntry(3, (short) -16)
                .containsEntry(4, -32)
                .containsEntry(5, -64L)
                .containsEntry(6, 0.5)
                .containsEntry(7, text("täxt"))
                .containsEntry(8, ByteBuffer.wrap(new byte[] {1, 2}))
                .containsEntry(9, new UUID(3, 4))
                .containsEntry(10, 77)
                .containsEntry(11, anoFields)
                .containsEntry(12, Map.of(2, text("chosen")))
                .containsEntry(13, false)
                .containsEntry(15, Long.MIN_VALUE)
                .containsEntry(16, text("?"))
                .containsEntry(20, List.of(true, false))
                .containsEntry(21, List.of((byte) 1))
                .containsEntry(22, List.of((short) -2))
                .containsEntry(23, List.of(3, -3))
                .containsEntry(24, List.of(-0.0))
                .containsEntry(25, List.of(1, 2))
                .containsEntry(27, List.of(List.of(1), List.of()))
                .containsEntry(29, Set.of(5, 4))
                .containsEntry(41, Map.of(9L, anoFields))
                .containsEntry(43, Map.of(1, Map.of((short) 1, 2.0)))
                .containsEntry(46, Map.of(anoFields, Set.of(1L)))
                .containsEntry(300, 300)
                .hasSize(28);
    }

    @Test
    void theSmallMessageHas112Bytes() {
        assertThat(ThriftBinary.toBytes(new Small().name("n".repeat(42)))).hasSize(112);
    }

    @Test
    void anEnumKeepsNumbersThatItDoesNotKnow() {
        Everything everything = new Everything().mustI64(1).mustString("").color(Color.of(77));
        Everything read = ThriftBinary.read(Everything.TYPE, ThriftBinary.toBytes(everything));
        assertThat(read.color()).isEqualTo(Color.of(77)).hasToString("UNKNOWN_77");
        assertThat(Color.of(1)).isSameAs(Color.RED);
    }

    private static ByteBuffer text(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
