package io.millrace.newsql.mysql.packet;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.channel.ChannelHandlerContext;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Cuts packets out of the stream and joins those that belong together.
 *
 * <p>The length of a message is held against the limit when the header of each of its packets is seen, before memory is taken for it. <b>Threads</b>: the channel's
 * event loop. <b>Ownership</b>: gives packets away; what is not complete when the channel closes it releases.
 */
public final class PacketDecoder extends BatchFrameDecoder {
    /** What {@link FrameException#what} says of a message longer than the limit. */
    public static final String TOO_LONG = "packet length";

    /** What {@link FrameException#what} says of a packet out of order. */
    public static final String OUT_OF_ORDER = "packet sequence";

    private final PacketEvents events;
    private int maxBytes;

    /** Parts of a message that goes on. Null between messages. */
    private @Nullable ArrayDeque<ByteBuf> parts;

    private int joinedBytes;
    private int firstSequence;
    private int lastSequence;

    /**
     * @param maxBytes longest message at first, see {@link #limit}
     */
    public PacketDecoder(int maxBytes, PacketEvents events) {
        super(PacketDescriptor.HEADER_BYTES + PacketDescriptor.PAYLOAD_MAX);
        this.maxBytes = maxBytes;
        this.events = events;
    }

    /** Changes the length of the longest message, in bytes. */
    public void limit(int bytes) {
        maxBytes = bytes;
    }

    @Override
    protected int frameLength(ByteBuf in, int index, int readable) {
        if (readable < PacketDescriptor.HEADER_BYTES) {
            return -1;
        }
        int length = in.getUnsignedMediumLE(index);
        if ((long) joinedBytes + length > maxBytes) {
            throw new FrameException(TOO_LONG, (long) joinedBytes + length, "<= " + maxBytes);
        }
        return PacketDescriptor.HEADER_BYTES + length;
    }

    @Override
    protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
        int sequence = in.getUnsignedByte(index + PacketDescriptor.SEQUENCE_OFFSET);
        int payloadLength = length - PacketDescriptor.HEADER_BYTES;
        if (parts == null && payloadLength < PacketDescriptor.PAYLOAD_MAX) {
            ByteBuf payload = in.retainedSlice(index + PacketDescriptor.HEADER_BYTES, payloadLength);
            events.onPacket(new Packet(payload, sequence, sequence));
        } else {
            join(ctx, in.slice(index + PacketDescriptor.HEADER_BYTES, payloadLength), sequence);
        }
    }

    private void join(ChannelHandlerContext ctx, ByteBuf part, int sequence) {
        if (parts == null) {
            parts = new ArrayDeque<>();
            firstSequence = sequence;
        } else if (sequence != ((lastSequence + 1) & 0xFF)) {
            throw new FrameException(OUT_OF_ORDER, sequence, "" + ((lastSequence + 1) & 0xFF));
        }
        lastSequence = sequence;
        joinedBytes += part.readableBytes();
        parts.add(part.retain());
        if (part.readableBytes() < PacketDescriptor.PAYLOAD_MAX) {
            CompositeByteBuf joined = ctx.alloc().compositeBuffer(parts.size());
            parts.forEach(each -> joined.addComponent(true, each));
            parts = null;
            joinedBytes = 0;
            events.onPacket(new Packet(joined, firstSequence, lastSequence));
        }
    }

    @Override
    protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
        dropParts();
        events.onMalformed(why);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) throws Exception {
        dropParts();
        super.channelInactive(ctx);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        dropParts();
        super.handlerRemoved(ctx);
    }

    private void dropParts() {
        if (parts != null) {
            parts.forEach(ByteBuf::release);
            parts = null;
        }
    }
}
