package io.millrace.newsql.mysql.packet;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.transport.FrameException;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/** Any bytes as a compressed packet: exactly what was compressed, or a refusal; never another error. */
@Tag("once")
class CompressionFuzz {

    @FuzzTest(maxDuration = "60s")
    void bytesAreDecompressedWhollyOrRefused(FuzzedDataProvider data) {
        boolean zlib = data.consumeBoolean();
        int announced = data.consumeInt(0, 1 << 16);
        byte[] bytes = data.consumeRemainingAsBytes();
        try (Compression compression = zlib ? new Compression.Zlib() : new Compression.ZstdLevel(3)) {
            byte[] compressed = compression.compress(bytes);
            if (compressed != null && !Arrays.equals(bytes, compression.decompress(compressed, bytes.length))) {
                throw new AssertionError("compressed bytes came back different: " + Arrays.toString(bytes));
            }
            if (compression.decompress(bytes, announced).length != announced) {
                throw new AssertionError("length differs from the announced one: " + announced);
            }
        } catch (FrameException refused) {
            assert refused.what().length() > 0;
        }
    }
}
