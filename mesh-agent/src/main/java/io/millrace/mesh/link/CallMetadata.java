package io.millrace.mesh.link;

import io.millrace.buffer.Varint;
import io.millrace.buffer.VarintException;
import io.millrace.mesh.MethodKey;
import io.millrace.registry.ServiceKey;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The metadata block of a CALL: target id, the target itself where the frame defines it, and attachments.
 *
 * <p>A string is a varint and UTF-8: 0 is null, n + 1 announces n bytes. An attachment block is a varint count and that many pairs.
 */
final class CallMetadata {
    /** More attachments than this close the link; Dubbo's own calls carry about ten. */
    static final int MAX_ATTACHMENTS = 256;

    private CallMetadata() {}

    static void writeMethod(ByteBuf out, MethodKey method) {
        ServiceKey service = method.service();
        writeString(out, service.group());
        writeString(out, service.interfaceName());
        writeString(out, service.version());
        writeString(out, method.method());
        writeString(out, method.parameterTypes());
    }

    static MethodKey readMethod(ByteBuf in) {
        String group = readString(in);
        String interfaceName = readRequired(in, "interface");
        String version = readString(in);
        String method = readRequired(in, "method");
        String types = readRequired(in, "parameter types");
        try {
            return new MethodKey(new ServiceKey(group, interfaceName, version), method, types);
        } catch (IllegalArgumentException e) {
            throw new FrameException("target", String.valueOf(e.getMessage()), "names that a service can have");
        }
    }

    static void writeAttachments(ByteBuf out, Map<String, String> attachments) {
        Varint.writeInt(out, attachments.size());
        for (Map.Entry<String, String> each : attachments.entrySet()) {
            writeString(out, each.getKey());
            writeString(out, each.getValue());
        }
    }

    /** Bytes that {@link #writeAttachments} takes at most. */
    static int maxLength(Map<String, String> attachments) {
        int length = 5;
        for (Map.Entry<String, String> each : attachments.entrySet()) {
            length += 10 + ByteBufUtil.utf8MaxBytes(each.getKey()) + ByteBufUtil.utf8MaxBytes(each.getValue());
        }
        return length;
    }

    static Map<String, String> readAttachments(ByteBuf in) {
        int count = readVarint(in);
        if (count == 0) {
            return Map.of();
        }
        if (count < 0 || count > MAX_ATTACHMENTS) {
            throw new FrameException("attachments", count, "<= " + MAX_ATTACHMENTS);
        }
        Map<String, String> attachments = new LinkedHashMap<>(count * 2);
        for (int i = 0; i < count; i++) {
            attachments.put(readRequired(in, "attachment key"), readRequired(in, "attachment value"));
        }
        return attachments;
    }

    static int readVarint(ByteBuf in) {
        try {
            return Varint.readInt(in);
        } catch (VarintException e) {
            throw new FrameException("varint", String.valueOf(e.getMessage()), "one that ends inside the metadata");
        }
    }

    private static void writeString(ByteBuf out, @Nullable String text) {
        if (text == null) {
            Varint.writeInt(out, 0);
            return;
        }
        Varint.writeInt(out, ByteBufUtil.utf8Bytes(text) + 1);
        ByteBufUtil.writeUtf8(out, text);
    }

    private static String readRequired(ByteBuf in, String what) {
        String text = readString(in);
        if (text == null) {
            throw new FrameException(what, "null", "not null");
        }
        return text;
    }

    private static @Nullable String readString(ByteBuf in) {
        int announced = readVarint(in);
        if (announced == 0) {
            return null;
        }
        int length = announced - 1;
        if (length < 0 || length > in.readableBytes()) {
            throw new FrameException("string length", length, "<= " + in.readableBytes());
        }
        return in.readCharSequence(length, StandardCharsets.UTF_8).toString();
    }
}
