package io.millrace.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.millrace.testkit.Seeds;
import io.millrace.thrift.model.Ano;
import io.millrace.thrift.model.AnoView;
import io.millrace.thrift.model.Mixed;
import io.millrace.thrift.model.MixedView;
import io.millrace.thrift.model.MyTest;
import io.millrace.thrift.model.MyTestView;
import io.millrace.thrift.model.Small;
import io.millrace.thrift.model.SmallView;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Views, held against the objects of the same messages. */
class ViewTest {
    /** Of the first five fields; the others stay as they lie. */
    private static final int[] MIXED = {
        WireType.I64 << 24 | 1 << 8,
        WireType.I32 << 24 | 2 << 8,
        WireType.BOOL << 24 | 3 << 8,
        WireType.DOUBLE << 24 | 4 << 8,
        WireType.STRING << 24 | 5 << 8
    };

    private final Random random = Seeds.random("ViewTest");

    @Test
    void everyFieldReadsAsInTheObject() throws Exception {
        for (int round = 0; round < 40; round++) {
            byte[] bytes = mixed();
            Mixed mixed = ThriftBinary.read(Mixed.TYPE, bytes);
            MixedView view = MixedView.over(bytes);
            assertThat(view.id()).isEqualTo(mixed.id());
            assertThat(view.version()).isEqualTo(mixed.version());
            assertThat(view.live()).isEqualTo(mixed.live());
            assertThat(Double.valueOf(view.ratio())).isEqualTo(Double.valueOf(mixed.ratio()));
            assertThat(view.name()).isEqualTo(mixed.name());
            assertThat(view.blob()).isEqualTo(mixed.blob());
            assertThat(view.times()).isEqualTo(mixed.times());
            assertThat(view.codes()).isEqualTo(mixed.codes());
            assertThat(view.words()).isEqualTo(mixed.words());
            assertThat(view.labels()).isEqualTo(mixed.labels());
            assertThat(view.items()).isEqualTo(mixed.items());
            assertThat(view.counts()).isEqualTo(mixed.counts());
            assertThat(view.toBytes()).isEqualTo(bytes);
        }
    }

    @Test
    void changesAreWrittenAsTheObjectWritesThem() throws Exception {
        for (int round = 0; round < 200; round++) {
            byte[] bytes = mixed();
            Mixed model = ThriftBinary.read(Mixed.TYPE, bytes);
            MixedView view = MixedView.over(bytes);
            for (int changes = random.nextInt(6); changes > 0; changes--) {
                change(view, model);
            }
            byte[] written = view.toBytes();
            assertThat(ThriftBinary.read(Mixed.TYPE, written)).isEqualTo(model);
            ByteBuf buffer = Unpooled.buffer();
            assertThat(view.write(buffer)).isEqualTo(written.length);
            assertThat(buffer).isEqualTo(Unpooled.wrappedBuffer(written));
        }
    }

    private void change(MixedView view, Mixed model) {
        String text = "é".repeat(random.nextInt(9));
        switch (random.nextInt(9)) {
            case 0 -> {
                view.id(7);
                model.id(7);
            }
            case 1 -> {
                view.name(text);
                model.name(text);
            }
            case 2 -> {
                view.removeName();
                model.name(null);
            }
            case 3 -> {
                view.words(List.of(text, text));
                model.words(List.of(text, text));
            }
            case 4 -> {
                view.labels(Map.of("k", text));
                model.labels(Map.of("k", text));
            }
            case 5 -> {
                view.times(LongList.of(1, 2));
                model.times(LongList.of(1, 2));
            }
            case 6 -> {
                view.removeItems();
                model.items(null);
            }
            case 7 -> {
                view.blob(Bytes.utf8(text));
                model.blob(Bytes.utf8(text));
            }
            default -> {
                view.ratio(-1.5);
                model.ratio(-1.5);
            }
        }
    }

    @Test
    void aCompactMessageIsReadPatchedAndWrittenInEitherProtocol() throws Exception {
        for (int round = 0; round < 20; round++) {
            Mixed model = ThriftBinary.read(Mixed.TYPE, mixed());
            byte[] compact = ThriftCompact.toBytes(model);
            byte[] shifted = new byte[compact.length + 4];
            System.arraycopy(compact, 0, shifted, 2, compact.length);
            StructView view = StructView.overCompact(shifted, 2, compact.length, MIXED, ThriftLimits.defaults());
            assertThat(ThriftBinary.read(Mixed.TYPE, view.toBytes())).isEqualTo(model);
            assertThat(view.toCompactBytes()).isEqualTo(compact);
            view.setString(4, "another");
            view.setI64(0, 77);
            byte[] changed = view.toCompactBytes();
            assertThat(ThriftCompact.read(Mixed.TYPE, changed))
                    .isEqualTo(ThriftBinary.read(Mixed.TYPE, view.toBytes()))
                    .satisfies(read -> assertThat(read.name()).isEqualTo("another"));
            for (int length = 0; length < compact.length; length++) {
                int cut = length;
                assertThat(catchThrowableOfType(
                                ThriftException.class,
                                () -> StructView.overCompact(compact, 0, cut, MIXED, ThriftLimits.defaults())))
                        .isNotNull();
            }
        }
    }

    @Test
    void aMessageIsBuiltFromNothing() {
        SmallView view = SmallView.empty();
        view.score(2.5)
                .id(1)
                .active(true)
                .name("nineteen characters")
                .kind(3)
                .size(4)
                .owner(5)
                .created(6);
        Small small = new Small()
                .id(1)
                .created(6)
                .owner(5)
                .kind(3)
                .size(4)
                .name("nineteen characters")
                .active(true)
                .score(2.5);
        assertThat(view.toBytes()).isEqualTo(ThriftBinary.toBytes(small));
        assertThat(view.name()).isEqualTo("nineteen characters");
        assertThat(view.score()).isEqualTo(2.5);
        assertThat(SmallView.empty().toBytes()).containsExactly(0);
    }

    @Test
    void fixedFieldsArePatchedInPlaceAlsoInAStructInside() {
        byte[] message = ThriftBinary.toBytes(
                new MyTest().number(1).ano(new Ano().number(2).text("x")));
        byte[] bytes = new byte[message.length + 5];
        System.arraycopy(message, 0, bytes, 3, message.length);
        MyTestView view = MyTestView.over(bytes, 3, message.length + 2, ThriftLimits.defaults());
        view.number(10);
        AnoView inside = Objects.requireNonNull(view.anoView());
        inside.number(20);

        MyTest read = ThriftBinary.read(MyTest.TYPE, Arrays.copyOfRange(bytes, 3, 3 + message.length));
        assertThat(read.number()).isEqualTo(10);
        assertThat(Objects.requireNonNull(read.ano()).number()).isEqualTo(20);
        assertThat(view.toBytes()).isEqualTo(ThriftBinary.toBytes(read));
        view.ano(new Ano().number(30));
        assertThat(Objects.requireNonNull(view.ano()).number()).isEqualTo(30);
        assertThat(Objects.requireNonNull(view.anoView()).number()).isEqualTo(30);
    }

    @Test
    void unknownFieldsAndTheOrderStayAndOnlyTheLastOfOneIdIsReadOrWritten() {
        // text "a", an unknown i32, number 1, text "b"
        byte[] bytes = HexFormat.of()
                .parseHex("0b00020000000161" + "08006300000009" + "0a00010000000000000001" + "0b00020000000162" + "00");
        AnoView view = AnoView.over(bytes);
        assertThat(view.text()).isEqualTo("b");
        assertThat(view.number()).isEqualTo(1);
        assertThat(view.toBytes()).isEqualTo(bytes);
        view.removeText();
        assertThat(view.toBytes())
                .isEqualTo(HexFormat.of().parseHex("08006300000009" + "0a00010000000000000001" + "00"));
        view.text("cc");
        assertThat(view.toBytes())
                .isEqualTo(HexFormat.of()
                        .parseHex("08006300000009" + "0a00010000000000000001" + "0b0002000000026363" + "00"));
    }

    @Test
    void aFieldOfAnotherTypeIsNotThere() {
        AnoView view = AnoView.over(HexFormat.of().parseHex("08000100000009" + "00"));
        assertThat(view.hasNumber()).isFalse();
        assertThat(view.number()).isZero();
        assertThat(view.text()).isNull();
    }

    @Test
    void damageIsFoundByTheScan() throws Exception {
        byte[] bytes = mixed();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThat(catchThrowableOfType(ThriftException.class, () -> MixedView.over(cut)))
                    .isNotNull();
        }
    }

    private byte[] mixed() throws Exception {
        byte[] bytes;
        do {
            bytes = new LibthriftPeer(false).write(Shape.MIXED, new RandomTree(random, 12).struct(Shape.MIXED));
        } while (bytes.length > 3000);
        return bytes;
    }
}
