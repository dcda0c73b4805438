package io.millrace.mesh.dubbo;

import static org.assertj.core.api.Assertions.assertThat;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import io.millrace.testkit.Seeds;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HessianWriterTest {
    private static final long[] EDGES = {
        0, 1, 7, 8, 15, 16, 47, 48, 127, 128, 255, 256, 2047, 2048, 0x3FFFF, 0x40000, Integer.MAX_VALUE
    };

    private static final Random RANDOM = Seeds.random("HessianWriterTest");

    @Test
    void everyFormOfAnIntIsTheLibrarysOwn() {
        for (long edge : EDGES) {
            for (long value = edge - 2; value <= edge + 2; value++) {
                checkInt((int) value);
                checkInt((int) -value);
            }
        }
        for (int i = 0; i < 100_000; i++) {
            checkInt(RANDOM.nextInt() >> RANDOM.nextInt(32));
        }
    }

    private static void checkInt(int value) {
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeInt(out, value);
        assertThat(ByteBufUtil.getBytes(out)).as("int " + value).isEqualTo(Hessian.written(value));
        assertThat(new HessianReader(out, 0, out.readableBytes()).readInt()).isEqualTo(value);
    }

    @Test
    void everyFormOfALongIsTheLibrarysOwn() {
        for (long edge : EDGES) {
            for (long value = edge - 2; value <= edge + 2; value++) {
                checkLong(value);
                checkLong(-value);
            }
        }
        checkLong(Long.MAX_VALUE);
        checkLong(Long.MIN_VALUE);
        for (int i = 0; i < 100_000; i++) {
            checkLong(RANDOM.nextLong() >> RANDOM.nextInt(64));
        }
    }

    private static void checkLong(long value) {
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeLong(out, value);
        assertThat(ByteBufUtil.getBytes(out)).as("long " + value).isEqualTo(Hessian.written(value));
        HessianReader reader = new HessianReader(out, 0, out.readableBytes());
        assertThat(reader.longOf(reader.next())).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -0.0, 1, -1, 0.1, 1e300, Double.MIN_VALUE, Double.MAX_VALUE, 127, -32768, 12.345})
    void aDoubleIsReadByTheLibrary(double value) throws IOException {
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeDouble(out, value);
        assertThat(Hessian.input(out).readDouble()).isEqualTo(value);
    }

    @Test
    void nullAndBooleansAreTheLibrarysOwn() {
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeNull(out);
        HessianWriter.writeBoolean(out, true);
        HessianWriter.writeBoolean(out, false);
        assertThat(ByteBufUtil.getBytes(out)).isEqualTo(Hessian.written(null, true, false));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 1023, 1024, 32767, 32768, 32769, 65535, 65536, 65537, 100_000})
    void stringsOfEveryFormAreReadByTheLibrary(int length) throws IOException {
        checkString("x".repeat(length));
        checkString("\u00e9".repeat(length));
        checkString("\u4e2d".repeat(length));
        checkString("\uD83D\uDE00".repeat(length / 2) + "x".repeat(length % 2));
        checkString("x" + "\uD83D\uDE00".repeat(length / 2));
    }

    @Test
    void randomStringsAreReadByTheLibrary() throws IOException {
        for (int i = 0; i < 500; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = RANDOM.nextInt(100); n > 0; n--) {
                int point = RANDOM.nextInt(0x110000);
                text.appendCodePoint(point >= 0xD800 && point < 0xE000 ? RANDOM.nextInt(0x80) : point);
            }
            checkString(text.toString());
        }
    }

    private static void checkString(String text) throws IOException {
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeString(out, text);
        HessianWriter.writeInt(out, 7);
        assertThat(out.readableBytes() - 1)
                .isLessThanOrEqualTo(HessianWriter.maxStringLength(text.getBytes(StandardCharsets.UTF_8).length));
        Hessian2Input in = Hessian.input(out);
        assertThat(in.readString()).isEqualTo(text);
        assertThat(in.readInt()).as("what follows").isEqualTo(7);
        HessianReader reader = new HessianReader(out, 0, out.readableBytes());
        assertThat(reader.readString()).isEqualTo(text);
        assertThat(reader.readInt()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 31, 32, 1023, 1024, 32768, 32769, 70_000})
    void asciiBytesAreReadByTheLibrary(int length) throws IOException {
        String text = "a".repeat(length);
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeAscii(out, Unpooled.copiedBuffer("--" + text, StandardCharsets.US_ASCII), 2, length);
        assertThat(Hessian.input(out).readString()).isEqualTo(text);
    }

    @Test
    void aMapIsReadByTheLibrary() throws IOException {
        Map<String, String> map = new LinkedHashMap<>();
        map.put("path", "a.B");
        map.put("", "");
        map.put("\u00e9\uD83D\uDE00", "x".repeat(2000));
        ByteBuf out = Unpooled.buffer();
        HessianWriter.writeMap(out, map);
        HessianWriter.writeMap(out, Map.of());
        Hessian2Input in = Hessian.input(out);
        assertThat(in.readObject()).isEqualTo(map);
        assertThat(in.readObject()).isEqualTo(Map.of());
    }
}
