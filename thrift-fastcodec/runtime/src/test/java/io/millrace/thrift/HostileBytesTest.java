package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.thrift.ThriftException.Reason;
import io.millrace.thrift.model.Choice;
import io.millrace.thrift.model.Everything;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.MyTest;
import io.millrace.thrift.model.Small;
import io.millrace.thrift.model.Tree;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** Messages made to harm: each is refused with its reason, its field and its place. */
class HostileBytesTest {

    @Test
    void aListOfMoreElementsThanBytesIsOversized() {
        ThriftException e = failure(MyTest.TYPE, "0f0003 0a 7fffffff 00");
        assertThat(e.reason()).isEqualTo(Reason.OVERSIZED);
        assertThat(e.path()).isEqualTo("3");
        assertThat(e.position()).isEqualTo(3);
    }

    @Test
    void aMapOfMoreEntriesThanBytesIsOversized() {
        assertThat(failure(Mixed.TYPE, "0d000c 080a 00000002 00000001 0000000000000001 00")
                        .reason())
                .isEqualTo(Reason.OVERSIZED);
    }

    @Test
    void negativeSizesAreRefused() {
        assertThat(failure(Small.TYPE, "0b0006 ffffffff 00").reason()).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(failure(MyTest.TYPE, "0f0003 0a 80000000 00").reason()).isEqualTo(Reason.NEGATIVE_SIZE);
        assertThat(failure(Small.TYPE, "0d0063 0808 ffffffff 00").reason()).isEqualTo(Reason.NEGATIVE_SIZE);
    }

    @Test
    void aTypeThatDoesNotExistIsRefused() {
        assertThat(failure(Small.TYPE, "050001 00").reason()).isEqualTo(Reason.UNKNOWN_TYPE);
        assertThat(failure(Small.TYPE, "0f0063 07 00000001 00 00").reason()).isEqualTo(Reason.UNKNOWN_TYPE);
    }

    @Test
    void elementsOfAnotherTypeThanDefinedAreRefused() {
        ThriftException e = failure(MyTest.TYPE, "0f0003 08 00000001 00000001 00");
        assertThat(e.reason()).isEqualTo(Reason.MALFORMED);
        assertThat(e).hasMessage("elements of another type: 8 (expected: 10), field 3, at byte 3");
    }

    @Test
    void thePathNamesElementsAndEntries() {
        // items[1].title with a negative length
        String item = "0a0001 0000000000000001 00";
        ThriftException inList = failure(Mixed.TYPE, "0f000b 0c 00000002" + item + "0b0002 ffffffff 00 00");
        assertThat(inList.path()).isEqualTo("11[1].2");
        // the value of entry 1 of labels
        ThriftException inMap =
                failure(Mixed.TYPE, "0d000a 0b0b 00000002 00000000 00000000 00000000 fffffff0 00 00 00 00 00 00");
        assertThat(inMap.path()).isEqualTo("10{1}");
    }

    @Test
    void structsDeeperThanTheLimitAreRefusedKnownOrNot() {
        String known = "0c0002".repeat(100);
        assertThat(failure(Tree.TYPE, known).reason()).isEqualTo(Reason.DEPTH);
        assertThat(failure(Small.TYPE, "0c0063".repeat(100)).reason()).isEqualTo(Reason.DEPTH);
        assertThat(failure(Small.TYPE, "0f0063" + "0f00000001".repeat(100) + "00")
                        .reason())
                .isEqualTo(Reason.DEPTH);
        assertThat(failure(Small.TYPE, "0f0063" + "0f00000001".repeat(100_000) + "00")
                        .reason())
                .isEqualTo(Reason.DEPTH);
    }

    @Test
    void anObjectDeeperThanTheLimitIsNotWritten() {
        Tree tree = new Tree();
        tree.left(tree);
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftBinary.toBytes(tree))
                        .reason())
                .isEqualTo(Reason.DEPTH);
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftCompact.toBytes(tree))
                        .reason())
                .isEqualTo(Reason.DEPTH);
    }

    @Test
    void requiredFieldsMustBeThere() {
        ThriftException e = failure(Everything.TYPE, "0a000f 0000000000000001 00");
        assertThat(e.reason()).isEqualTo(Reason.MISSING_FIELD);
        assertThat(e).hasMessageContaining("Everything.mustString");
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftBinary.toBytes(new Everything()))
                        .reason())
                .isEqualTo(Reason.MISSING_FIELD);
    }

    @Test
    void aUnionWithoutAFieldIsRefused() {
        assertThat(failure(Choice.TYPE, "00").reason()).isEqualTo(Reason.MISSING_FIELD);
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftBinary.toBytes(new Choice()))
                        .reason())
                .isEqualTo(Reason.MISSING_FIELD);
    }

    @Test
    void theBudgetOfDecodedMemoryHoldsForManySmallObjects() {
        // a million empty structs, a byte each, would be 70 MB of objects
        int count = 1_000_000;
        byte[] head = hex("0f000b 0c 000f4240");
        byte[] bytes = new byte[head.length + count + 1];
        System.arraycopy(head, 0, bytes, 0, head.length);
        ThriftException e = catchThrowableOfType(ThriftException.class, () -> ThriftBinary.read(Mixed.TYPE, bytes));
        assertThat(e.reason()).isEqualTo(Reason.LIMIT);
        assertThat(e).hasMessageContaining("decodedBytes");
        assertThat(e.path()).startsWith("11[");
    }

    @Test
    void eachLimitIsNamedInItsError() {
        ThriftLimits limits = ThriftLimits.defaults();
        byte[] text = hex("0b0006 00000003 616263 00");
        byte[] list = hex("0f0008 08 00000002 00000001 00000002 00");
        assertThat(failure(Small.TYPE, text, limits.withStringBytes(2))).hasMessageContaining("stringBytes <= 2");
        assertThat(failure(Mixed.TYPE, list, limits.withContainerSize(1))).hasMessageContaining("containerSize <= 1");
        assertThat(failure(Mixed.TYPE, list, limits.withMessageBytes(8))).hasMessageContaining("messageBytes <= 8");
        assertThat(failure(Small.TYPE, text, limits.withDecodedBytes(8))).hasMessageContaining("decodedBytes <= 8");
        assertThat(failure(Tree.TYPE, hex("0c0002 00 00"), limits.withDepth(1))).hasMessageContaining("<= 1");
    }

    @Test
    void theLastOfFieldsWithOneIdWins() {
        byte[] bytes = hex("080004 00000001 080004 00000002 00");
        assertThat(ThriftBinary.read(Small.TYPE, bytes).kind()).isEqualTo(2);
    }

    @Test
    void aFieldOfAnotherTypeThanDefinedIsLeftOut() {
        Small read = ThriftBinary.read(Small.TYPE, hex("0a0004 0000000000000001 080005 00000007 00"));
        assertThat(read.kind()).isZero();
        assertThat(read.size()).isEqualTo(7);
        assertThat(read.unknownFields()).isNull();
    }

    @Test
    void compactVarintsThatDoNotEndAreMalformed() {
        byte[] bytes = hex("16 ffffffffffffffffffffff 00");
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftCompact.read(Small.TYPE, bytes))
                        .reason())
                .isEqualTo(Reason.MALFORMED);
    }

    @Test
    void compactSizesAreHeldAgainstTheBytesThatAreLeft() {
        byte[] longList = hex("39 f6 ffffffff07 00");
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftCompact.read(MyTest.TYPE, longList)))
                .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.OVERSIZED))
                .satisfies(e -> assertThat(e.path()).isEqualTo("3"));
        byte[] deep = hex("2c".repeat(100));
        assertThat(catchThrowableOfType(ThriftException.class, () -> ThriftCompact.read(Tree.TYPE, deep))
                        .reason())
                .isEqualTo(Reason.DEPTH);
    }

    private static ThriftException failure(StructType<?> type, String hex) {
        return failure(type, hex(hex), ThriftLimits.defaults());
    }

    private static ThriftException failure(StructType<?> type, byte[] bytes, ThriftLimits limits) {
        return catchThrowableOfType(
                ThriftException.class, () -> ThriftBinary.read(type, bytes, 0, bytes.length, limits));
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text.replace(" ", ""));
    }
}
