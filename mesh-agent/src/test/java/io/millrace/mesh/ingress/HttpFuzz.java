package io.millrace.mesh.ingress;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.millrace.mesh.HttpLimits;
import io.millrace.mesh.ingress.FormFields.Field;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;

/** Any bytes on the HTTP port are a request, the beginning of one, or an error with a status; and how they are cut does not matter. */
@Tag("once")
class HttpFuzz {
    private static final HttpLimits LIMITS = HttpLimits.defaults();

    @FuzzTest(maxDuration = "1m")
    void aRequestIsReadAwaitedOrRefused(byte[] in) {
        HttpHead head = new HttpHead(LIMITS);
        try {
            int end = head.parse(in, 0, in.length);
            if (end < 0) {
                return;
            }
            for (int part = 0; part < end; part++) {
                if (new HttpHead(LIMITS).parse(Arrays.copyOf(in, part), 0, part) >= 0) {
                    throw new AssertionError("a part of a head was taken for the whole: " + part + " of " + end);
                }
            }
            byte[] body = Arrays.copyOfRange(in, end, in.length);
            if (head.isChunked()) {
                chunks(body);
            } else {
                form(Arrays.copyOf(body, Math.min(body.length, head.contentLength())));
            }
        } catch (HttpError e) {
            if (e.status() < 400 || e.status() > 505) {
                throw new AssertionError("status of a malformed request: " + e.status(), e);
            }
        } catch (IllegalArgumentException e) {
            if (e.getMessage() == null) {
                throw new AssertionError("an error without a message", e);
            }
        }
    }

    private static void chunks(byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        try (ChunkedBody body = new ChunkedBody(Unpooled.buffer(), LIMITS.maxBodyBytes())) {
            if (body.read(in)) {
                ByteBuf data = body.take();
                byte[] copy = new byte[data.readableBytes()];
                data.readBytes(copy);
                data.release();
                form(copy);
            }
        }
    }

    private static void form(byte[] bytes) {
        FormFields form = new FormFields();
        form.parse(bytes, 0, bytes.length);
        for (Field each : Field.values()) {
            if (form.has(each)) {
                form.text(each);
            }
        }
    }
}
