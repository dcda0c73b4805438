package io.millrace.newsql.mysql.packet;

import io.netty.buffer.ByteBuf;

/**
 * The header of a packet, and of a packet of the compressed protocol.
 *
 * <pre>
 *  0       2 3         4                       0         2 3         4            6 7
 *  +--------+----------+---------- - -         +----------+----------+-------------+--------- - -
 *  | length | sequence | payload               | length   | sequence | plain bytes | payload, compressed
 *  +--------+----------+---------- - -         +----------+----------+-------------+--------- - -
 * </pre>
 *
 * Numbers are little endian. A payload of {@link #PAYLOAD_MAX} bytes is followed by a packet that goes on with it, which may be empty. {@code plain bytes} is the length
 * after decompression; 0 says that the payload is not compressed. Source: MySQL's "Client/Server Protocol", MySQL Packets and Compression.
 */
public final class PacketDescriptor {
    /** Bytes of a header. */
    public static final int HEADER_BYTES = 4;

    /** The most bytes of one packet's payload; a payload of exactly so many goes on in the next packet. */
    public static final int PAYLOAD_MAX = 0xFF_FFFF;

    static final int SEQUENCE_OFFSET = 3;
    static final int COMPRESSED_HEADER_BYTES = 7;
    static final int PLAIN_LENGTH_OFFSET = 4;

    private PacketDescriptor() {}

    static void putHeader(ByteBuf buffer, int index, int length, int sequence) {
        buffer.setMediumLE(index, length);
        buffer.setByte(index + SEQUENCE_OFFSET, sequence);
    }
}
