package io.millrace.mesh.link;

import static io.millrace.mesh.link.LinkDescriptor.*;

import io.netty.buffer.ByteBuf;

/** Writes the fixed part of a frame. */
final class LinkHeader {
    private LinkHeader() {}

    /** Writes a whole header at the writer index; lengths that are not known yet are set by {@link #setLengths}. */
    static void write(
            ByteBuf out, int kind, int flags, int protocol, int serialization, int status, long id, int word) {
        out.writeInt(MAGIC << 16 | VERSION << 8 | kind);
        out.writeInt(flags << 24 | protocol << 16 | serialization << 8 | status);
        out.writeLong(id);
        out.writeInt(word);
        out.writeLong(0);
    }

    /** Sets both lengths of the frame that starts at {@code start} and ends at the writer index. */
    static void setLengths(ByteBuf out, int start, int metadataLength) {
        out.setInt(start + METADATA_LENGTH_OFFSET, metadataLength);
        out.setInt(start + BODY_LENGTH_OFFSET, out.writerIndex() - start - HEADER_LENGTH);
    }

    /** Sets both lengths of a frame whose payload of {@code payloadLength} bytes is written after the writer index. */
    static void setLengths(ByteBuf out, int start, int metadataLength, int payloadLength) {
        setLengths(out, start, metadataLength);
        out.setInt(start + BODY_LENGTH_OFFSET, out.getInt(start + BODY_LENGTH_OFFSET) + payloadLength);
    }
}
