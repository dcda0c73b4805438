package io.millrace.newsql.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/** Any bytes: refused if and only if they are not UTF-8; otherwise comparing, keys and hashes agree. */
@Tag("once")
class CollationFuzz {

    private static final int KEY_BYTES = 1 << 20;

    @FuzzTest(maxDuration = "60s")
    void anyBytesAreWeighedOrRefused(FuzzedDataProvider data) {
        Collation collation = data.pickValue(Collation.values());
        byte[] left = data.consumeBytes(200);
        byte[] right = data.consumeRemainingAsBytes();
        try {
            check(collation, left, right);
            assertThat(collation.isBytewise() || (isUtf8(left) && isUtf8(right)))
                    .isTrue();
        } catch (EncodingException e) {
            assertThat(e.reason()).isEqualTo(EncodingException.Reason.NOT_UTF8);
            assertThat(isUtf8(left) && isUtf8(right)).isFalse();
        }
    }

    private static void check(Collation collation, byte[] left, byte[] right) {
        byte[] leftKey = key(collation, left);
        byte[] rightKey = key(collation, right);
        int compared = Integer.signum(collation.compare(left, right));
        assertThat(Integer.signum(collation.compare(right, left))).isEqualTo(-compared);
        assertThat(Integer.signum(Arrays.compareUnsigned(leftKey, rightKey))).isEqualTo(compared);
        boolean sameHash = collation.hash(left, 0, left.length) == collation.hash(right, 0, right.length);
        assertThat(sameHash || compared != 0).isTrue();
    }

    private static byte[] key(Collation collation, byte[] value) {
        return new KeyEncoder(KEY_BYTES)
                .putText(value, 0, value.length, collation, KeyOrder.ASCENDING)
                .toBytes();
    }

    private static boolean isUtf8(byte[] bytes) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }
}
