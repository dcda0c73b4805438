package io.millrace.mesh.dubbo;

import com.alibaba.com.caucho.hessian.io.Hessian2Input;
import com.alibaba.com.caucho.hessian.io.Hessian2Output;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The real hessian-lite, to hold ours against. */
final class Hessian {
    static final int MUCH = 4 << 20;

    private Hessian() {}

    /** What the real library writes. */
    static byte[] written(@Nullable Object... values) {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            Hessian2Output out = new Hessian2Output(bytes);
            for (Object each : values) {
                out.writeObject(each);
            }
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the real library reads. */
    static Hessian2Input input(ByteBuf bytes) {
        byte[] copy = new byte[bytes.readableBytes()];
        bytes.getBytes(bytes.readerIndex(), copy);
        return new Hessian2Input(new ByteArrayInputStream(copy));
    }

    /** Our text of a value. */
    static String text(byte[] value) {
        return text(value, MUCH);
    }

    static String text(byte[] value, int mostBytes) {
        ByteBuf out = Unpooled.buffer();
        new HessianText(new HessianReader(Unpooled.wrappedBuffer(value), 0, value.length), out, mostBytes).writeValue();
        return out.toString(StandardCharsets.UTF_8);
    }

    /** The bytes that the numbers given stand for; a string stands for its characters. */
    static byte[] raw(Object... parts) {
        ByteBuf out = Unpooled.buffer();
        for (Object part : parts) {
            if (part instanceof Integer number) {
                out.writeByte(number);
            } else {
                out.writeCharSequence(part.toString(), StandardCharsets.ISO_8859_1);
            }
        }
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }
}
