package io.millrace.newsql.mysql.packet;

import io.millrace.transport.BatchFrameDecoder;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.util.concurrent.PromiseCombiner;

/**
 * The compressed protocol between the socket and the packets: {@link #install} puts its two handlers into a pipeline.
 *
 * <p>Sequence numbers of compressed packets go on from those that the client sent, and begin anew with each command as the client's do. <b>Threads</b>: the channel's event loop.
 */
public final class CompressedCodec {
    /** Shorter payloads leave as they are: they would hardly get shorter. MySQL has the same number. */
    private static final int COMPRESS_BYTES_MIN = 50;

    private final Compression compression;
    private final int plainBytesMax;
    private int sequence;

    private CompressedCodec(Compression compression, int plainBytesMax) {
        this.compression = compression;
        this.plainBytesMax = plainBytesMax;
    }

    /**
     * Puts the handlers in front of another one; takes the compression and closes it with the channel.
     *
     * @param plainBytesMax longest packet after decompression
     */
    public static void install(ChannelPipeline pipeline, String before, Compression compression, int plainBytesMax) {
        CompressedCodec codec = new CompressedCodec(compression, plainBytesMax);
        pipeline.addBefore(before, "decompress", codec.new Reader());
        pipeline.addBefore(before, "compress", codec.new Writer());
    }

    /** Cuts compressed packets out of the stream and passes their bytes on. */
    private final class Reader extends BatchFrameDecoder {

        Reader() {
            super(PacketDescriptor.COMPRESSED_HEADER_BYTES + PacketDescriptor.PAYLOAD_MAX);
        }

        @Override
        protected int frameLength(ByteBuf in, int index, int readable) {
            if (readable < PacketDescriptor.COMPRESSED_HEADER_BYTES) {
                return -1;
            }
            int plain = in.getUnsignedMediumLE(index + PacketDescriptor.PLAIN_LENGTH_OFFSET);
            int length = in.getUnsignedMediumLE(index);
            if (Math.max(plain, length) > plainBytesMax) {
                throw new FrameException(PacketDecoder.TOO_LONG, Math.max(plain, length), "<= " + plainBytesMax);
            }
            return PacketDescriptor.COMPRESSED_HEADER_BYTES + length;
        }

        @Override
        protected void onFrame(ChannelHandlerContext ctx, ByteBuf in, int index, int length) {
            sequence = in.getUnsignedByte(index + PacketDescriptor.SEQUENCE_OFFSET) + 1;
            int plainLength = in.getUnsignedMediumLE(index + PacketDescriptor.PLAIN_LENGTH_OFFSET);
            int at = index + PacketDescriptor.COMPRESSED_HEADER_BYTES;
            int bytes = length - PacketDescriptor.COMPRESSED_HEADER_BYTES;
            if (plainLength == 0) {
                ctx.fireChannelRead(in.retainedSlice(at, bytes));
                return;
            }
            byte[] compressed = new byte[bytes];
            in.getBytes(at, compressed);
            byte[] plain = compression.decompress(compressed, plainLength);
            ctx.fireChannelRead(ctx.alloc().buffer(plain.length).writeBytes(plain));
        }

        @Override
        protected void onMalformed(ChannelHandlerContext ctx, FrameException why) {
            ctx.fireExceptionCaught(why);
        }

        @Override
        public void channelInactive(ChannelHandlerContext ctx) throws Exception {
            super.channelInactive(ctx);
            compression.close();
        }
    }

    /** Wraps what leaves. */
    private final class Writer extends ChannelOutboundHandlerAdapter {

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) throws Exception {
            if (!(message instanceof ByteBuf bytes)) {
                super.write(ctx, message, promise);
                return;
            }
            try {
                if (!ctx.channel().isActive()) {
                    promise.tryFailure(new java.nio.channels.ClosedChannelException());
                    return;
                }
                PromiseCombiner all = new PromiseCombiner(ctx.executor());
                while (bytes.isReadable()) {
                    int length = Math.min(bytes.readableBytes(), PacketDescriptor.PAYLOAD_MAX);
                    all.add(ctx.write(wrapped(ctx, bytes.readSlice(length))));
                }
                all.finish(promise);
            } finally {
                bytes.release();
            }
        }

        private ByteBuf wrapped(ChannelHandlerContext ctx, ByteBuf slice) {
            byte[] plain = new byte[slice.readableBytes()];
            slice.readBytes(plain);
            byte[] compressed = plain.length < COMPRESS_BYTES_MIN ? null : compression.compress(plain);
            byte[] payload = compressed == null ? plain : compressed;
            ByteBuf out = ctx.alloc().buffer(PacketDescriptor.COMPRESSED_HEADER_BYTES + payload.length);
            out.writeMediumLE(payload.length).writeByte(sequence++);
            out.writeMediumLE(compressed == null ? 0 : plain.length);
            return out.writeBytes(payload);
        }
    }
}
