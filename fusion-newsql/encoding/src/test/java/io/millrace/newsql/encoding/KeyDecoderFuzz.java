package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.math.BigDecimal;
import org.junit.jupiter.api.Tag;

/** Any bytes: a key that is written again as it was read, or an error that says where. */
@Tag("once")
class KeyDecoderFuzz {

    private static final DecimalLayout LAYOUT = new DecimalLayout(20, 6);

    @FuzzTest(maxDuration = "60s")
    void anyBytesAreAKeyOrRefused(FuzzedDataProvider data) {
        int column = data.consumeInt(0, 4);
        KeyOrder order = data.consumeBoolean() ? KeyOrder.ASCENDING : KeyOrder.DESCENDING;
        byte[] bytes = data.consumeRemainingAsBytes();
        KeyDecoder decoder = new KeyDecoder(bytes);
        KeyEncoder again = new KeyEncoder(bytes.length + 1);
        try {
            copyColumn(column, order, decoder, again);
        } catch (EncodingException e) {
            assertThat(e.reason()).isEqualTo(EncodingException.Reason.MALFORMED);
            return;
        }
        assertThat(again.putRaw(decoder.readRaw()).toBytes()).isEqualTo(bytes);
    }

    private static void copyColumn(int column, KeyOrder order, KeyDecoder from, KeyEncoder to) {
        if (from.isNull(order)) {
            from.skipNull(order);
            to.putNull(order);
            return;
        }
        switch (column) {
            case 0 -> to.putSigned(from.readSigned(order), order);
            case 1 -> to.putUnsigned(from.readUnsigned(order), order);
            case 2 -> {
                BigDecimal value = from.readDecimal(LAYOUT, order);
                to.putDecimal(value, LAYOUT, order);
            }
            default -> {
                byte[] value = from.readBytes(order);
                to.putBytes(value, 0, value.length, order);
            }
        }
    }
}
