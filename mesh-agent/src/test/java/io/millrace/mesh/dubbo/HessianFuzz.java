package io.millrace.mesh.dubbo;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.Tag;

/** Any bytes are a value or a format error, and what is written of them stays near its bound. */
@Tag("once")
class HessianFuzz {
    private static final int BOUND = 64 << 10;

    @FuzzTest(maxDuration = "1m")
    void anyBytesAreAValueOrAFormatError(byte[] in) {
        ByteBuf out = Unpooled.buffer();
        ByteBuf value = Unpooled.wrappedBuffer(in);
        try {
            new HessianText(new HessianReader(value, 0, in.length), out, BOUND).writeValue();
        } catch (DubboFormatException e) {
            // as it should be
        }
        // One scalar may pass the bound before it is noticed: it is at most six times the input, or one field name a
        // value.
        if (out.readableBytes() > BOUND + 8L * in.length + 64) {
            throw new AssertionError("output of " + out.readableBytes() + " bytes from " + in.length);
        }
        for (Serialization each : Serialization.values()) {
            try {
                out.clear();
                ResultText.write(each, value, 0, in.length, out);
                ResultText.message(each, value, 0, in.length);
            } catch (DubboFormatException e) {
                // as it should be
            }
        }
    }
}
