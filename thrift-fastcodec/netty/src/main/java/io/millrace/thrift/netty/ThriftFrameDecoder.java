package io.millrace.thrift.netty;

import io.millrace.thrift.ThriftLimits;
import io.millrace.thrift.ThriftMessage;
import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;

/**
 * Cuts framed Thrift messages out of a stream.
 *
 * <pre>
 *  | length: 4 | message: length bytes | length: 4 | …
 * </pre>
 *
 * <p><b>Ownership, threads, errors.</b> Those of {@link BatchFrameDecoder}; a length that is not positive or above {@link ThriftLimits#messageBytes()} is malformed.
 */
public abstract class ThriftFrameDecoder extends BatchFrameDecoder {
    /** Of a frame's length. */
    public static final int HEADER_BYTES = Integer.BYTES;

    /** What {@link FrameException#what()} says where the other side speaks TLS and this one does not. */
    static final String TLS_RECORD = "TLS record";

    /** Up to this many bytes a message is decoded from an array that is used again and again: what one read brings. */
    private static final int KEPT_BYTES = 64 << 10;

    private final ThriftLimits limits;
    private byte[] array = new byte[0];

    /** For messages within these limits. */
    protected ThriftFrameDecoder(ThriftLimits limits) {
        super((int) Math.min(Integer.MAX_VALUE, (long) limits.messageBytes() + HEADER_BYTES));
        this.limits = limits;
    }

    @Override
    protected final int frameLength(ByteBuf in, int index, int readable) {
        if (readable < HEADER_BYTES) {
            return -1;
        }
        int length = in.getInt(index);
        if (length <= 0 || length > limits.messageBytes()) {
            if (isTlsRecord(length)) {
                throw new FrameException(TLS_RECORD, "0x" + Integer.toHexString(length), "a frame, without TLS");
            }
            throw new FrameException("frame length", Integer.toUnsignedString(length), "1 to " + limits.messageBytes());
        }
        return (int) Math.min(Integer.MAX_VALUE, (long) length + HEADER_BYTES);
    }

    /** Whether these are the first bytes of a TLS record: its type, 20 to 23, and a version from 3.0 to 3.4. */
    private static boolean isTlsRecord(int bytes) {
        int type = bytes >>> 24;
        return type >= 20 && type <= 23 && (bytes >>> 16 & 0xFF) == 3 && (bytes >>> 8 & 0xFF) <= 4;
    }

    @Override
    protected final void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        onMessage(ctx, in, index + HEADER_BYTES, length - HEADER_BYTES);
    }

    /** One message: {@code length} bytes at the absolute {@code index} of {@code in}, which is borrowed for the call. */
    protected abstract void onMessage(ChannelHandlerContext ctx, ByteBuf in, int index, int length);

    /**
     * Reads the header of a message that {@link #onMessage} was given. Its struct must be read before {@code onMessage} returns: the message's memory is used again.
     *
     * @throws io.millrace.thrift.ThriftException if no message lies there
     */
    protected final ThriftMessage read(ByteBuf in, int index, int length) {
        if (in.hasArray()) {
            return ThriftMessage.read(in.array(), in.arrayOffset() + index, length, limits);
        }
        byte[] bytes = length <= KEPT_BYTES ? kept(length) : new byte[length];
        in.getBytes(index, bytes, 0, length);
        return ThriftMessage.read(bytes, 0, length, limits);
    }

    private byte[] kept(int length) {
        if (array.length < length) {
            array = new byte[Math.max(length, Math.min(KEPT_BYTES, array.length * 2))];
        }
        return array;
    }
}
