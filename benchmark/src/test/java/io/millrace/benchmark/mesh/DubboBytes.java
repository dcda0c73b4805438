package io.millrace.benchmark.mesh;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/** Dubbo frames written by hand, byte by byte as the protocol says, for tests. Heap buffers: nothing to release. */
final class DubboBytes {
    static final String TYPES = "Ljava/lang/String;";

    private final ByteBuf body = Unpooled.buffer();

    static DubboBytes hessian2() {
        return new DubboBytes();
    }

    /** A whole two-way hessian2 call of the contest's method. */
    static byte[] hessian2Call(long id, String version, String argument) {
        return hessian2()
                .text(version)
                .text("io.millrace.sample.HashService")
                .text("0.0.0")
                .text("hash")
                .text(TYPES)
                .text(argument)
                .raw("48 04 70617468 03 612e62 5a")
                .frame(0xc2, id);
    }

    /** A whole two-way fastjson call; the argument is JSON already. */
    static byte[] fastjsonCall(long id, String jsonArgument) {
        String lines = "\"2.0.1\"\n\"io.millrace.sample.HashService\"\nnull\n\"hash\"\n\"" + TYPES + "\"\n"
                + jsonArgument + "\n{\"path\":\"a.b\"}\n";
        DubboBytes bytes = new DubboBytes();
        bytes.body.writeCharSequence(lines, StandardCharsets.UTF_8);
        return bytes.frame(0xc6, id);
    }

    /** One text in a single chunk; one to three bytes a UTF-16 unit. */
    DubboBytes text(String text) {
        if (text.length() < 0x20) {
            body.writeByte(text.length());
        } else if (text.length() < 0x400) {
            body.writeByte(0x30 + (text.length() >> 8)).writeByte(text.length());
        } else {
            body.writeByte('S').writeShort(text.length());
        }
        return units(text);
    }

    /** A text in chunks of this many units. */
    DubboBytes chunkedText(String text, int chunk) {
        int from = 0;
        for (; text.length() - from > chunk; from += chunk) {
            body.writeByte(0x52).writeShort(chunk);
            units(text.substring(from, from + chunk));
        }
        return text(text.substring(from));
    }

    private DubboBytes units(String text) {
        for (int i = 0; i < text.length(); i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                body.writeByte(unit);
            } else if (unit < 0x800) {
                body.writeByte(0xc0 | (unit >> 6)).writeByte(0x80 | (unit & 0x3f));
            } else {
                body.writeByte(0xe0 | (unit >> 12))
                        .writeByte(0x80 | ((unit >> 6) & 0x3f))
                        .writeByte(0x80 | (unit & 0x3f));
            }
        }
        return this;
    }

    DubboBytes raw(String hex) {
        body.writeBytes(ByteBufUtil.decodeHexDump(hex.replace(" ", "")));
        return this;
    }

    byte[] frame(int flag, long id) {
        ByteBuf frame = Unpooled.buffer();
        frame.writeShort(0xdabb).writeByte(flag).writeByte(0).writeLong(id).writeInt(body.readableBytes());
        frame.writeBytes(body);
        return ByteBufUtil.getBytes(frame);
    }
}
