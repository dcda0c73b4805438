package io.millrace.mesh.dubbo;

import io.millrace.mesh.MethodKey;
import io.millrace.registry.ServiceKey;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The parts of a Dubbo request that are the same for every call of a method: what stands before the arguments, and the attachments
 * behind them. Made once, copied for each call.
 *
 * <p><b>Threads</b>: immutable.
 */
public final class RequestTemplate {
    /** Tells the provider that it may answer with attachments. */
    private static final String PROTOCOL_VERSION = "2.0.2";

    private static final String NO_VERSION = "0.0.0";

    private final Serialization serialization;
    private final Map<String, String> ownAttachments;
    private final byte[] prefix;
    private final byte[] suffix;

    /** For calls of {@code method} whose arguments are in {@code serialization}. */
    public RequestTemplate(MethodKey method, Serialization serialization) {
        this.serialization = serialization;
        ServiceKey service = method.service();
        String version = service.version() == null ? NO_VERSION : service.version();
        ByteBuf buffer = Unpooled.buffer();
        writeString(buffer, PROTOCOL_VERSION);
        writeString(buffer, service.interfaceName());
        writeString(buffer, version);
        writeString(buffer, method.method());
        writeString(buffer, method.parameterTypes());
        this.prefix = ByteBufUtil.getBytes(buffer);
        this.ownAttachments = new LinkedHashMap<>();
        ownAttachments.put("path", service.interfaceName());
        ownAttachments.put("interface", service.interfaceName());
        ownAttachments.put("version", version);
        String group = service.group();
        if (group != null) {
            ownAttachments.put("group", group);
        }
        buffer.clear();
        writeAttachments(buffer, ownAttachments);
        this.suffix = ByteBufUtil.getBytes(buffer);
    }

    /** The serialization of the whole body. */
    public Serialization serialization() {
        return serialization;
    }

    /** Writes a whole request but for its header (borrows all buffers). The caller's attachments never replace the route. */
    void writeBody(ByteBuf out, ByteBuf arguments, int index, int length, Map<String, String> attachments) {
        out.writeBytes(prefix);
        out.writeBytes(arguments, index, length);
        if (attachments.isEmpty()) {
            out.writeBytes(suffix);
        } else {
            Map<String, String> all = new LinkedHashMap<>(attachments);
            all.putAll(ownAttachments);
            writeAttachments(out, all);
        }
    }

    /** Most bytes that {@link #writeBody} writes. */
    int mostBytes(int argumentBytes, Map<String, String> attachments) {
        int extra = 0;
        for (Map.Entry<String, String> each : attachments.entrySet()) {
            extra += TextArgument.mostBytes(each.getKey().length() * 3)
                    + TextArgument.mostBytes(each.getValue().length() * 3);
        }
        return prefix.length + argumentBytes + suffix.length + extra;
    }

    private void writeString(ByteBuf out, String text) {
        if (serialization == Serialization.HESSIAN2) {
            HessianWriter.writeString(out, text);
        } else {
            JsonWriter.writeString(out, text);
            out.writeByte('\n');
        }
    }

    private void writeAttachments(ByteBuf out, Map<String, String> attachments) {
        if (serialization == Serialization.HESSIAN2) {
            HessianWriter.writeMap(out, attachments);
            return;
        }
        char before = '{';
        for (Map.Entry<String, String> each : attachments.entrySet()) {
            out.writeByte(before);
            JsonWriter.writeString(out, each.getKey());
            out.writeByte(':');
            JsonWriter.writeString(out, each.getValue());
            before = ',';
        }
        out.writeShort('}' << 8 | '\n');
    }
}
