package io.millrace.newsql.mysql.packet;

import com.github.luben.zstd.Zstd;
import io.millrace.transport.FrameException;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The two algorithms of the compressed protocol.
 *
 * <p><b>Threads</b>: one event loop. <b>Ownership</b>: holds native memory until it is closed.
 */
public abstract sealed class Compression implements AutoCloseable permits Compression.Zlib, Compression.ZstdLevel {

    /** Compresses; gives fewer bytes, or null where there would not be fewer. */
    abstract byte @org.jspecify.annotations.Nullable [] compress(byte[] plain);

    /**
     * Decompresses.
     *
     * @param plainLength what the packet says; held against the limit before this is called
     * @throws FrameException if the bytes do not become exactly that many
     */
    abstract byte[] decompress(byte[] compressed, int plainLength);

    @Override
    public abstract void close();

    static FrameException broken(Object seen) {
        return new FrameException("compressed packet", seen, "the announced length");
    }

    /** The older one, level 6. */
    public static final class Zlib extends Compression {
        private final Deflater deflater = new Deflater();
        private final Inflater inflater = new Inflater();

        @Override
        byte @org.jspecify.annotations.Nullable [] compress(byte[] plain) {
            deflater.reset();
            deflater.setInput(plain);
            deflater.finish();
            byte[] room = new byte[plain.length];
            int length = deflater.deflate(room);
            return deflater.finished() && length < plain.length ? java.util.Arrays.copyOf(room, length) : null;
        }

        @Override
        byte[] decompress(byte[] compressed, int plainLength) {
            inflater.reset();
            inflater.setInput(compressed);
            byte[] plain = new byte[plainLength];
            try {
                int length = inflater.inflate(plain);
                if (length != plainLength || (!inflater.finished() && inflater.inflate(new byte[1]) != 0)) {
                    throw broken(length + " bytes");
                }
                return plain;
            } catch (DataFormatException e) {
                throw broken(String.valueOf(e.getMessage()));
            }
        }

        @Override
        public void close() {
            deflater.end();
            inflater.end();
        }
    }

    /** Zstandard, at the level that the client asks for. */
    public static final class ZstdLevel extends Compression {
        private static final int LEVEL_MAX = 22;

        private final int level;

        /** With a level from 1 to 22; others count as the nearest. */
        public ZstdLevel(int level) {
            this.level = Math.max(1, Math.min(level, LEVEL_MAX));
        }

        @Override
        byte @org.jspecify.annotations.Nullable [] compress(byte[] plain) {
            byte[] compressed = Zstd.compress(plain, level);
            return compressed.length < plain.length ? compressed : null;
        }

        @Override
        byte[] decompress(byte[] compressed, int plainLength) {
            byte[] plain = new byte[plainLength];
            long length = Zstd.decompress(plain, compressed);
            if (length != plainLength) {
                throw broken(Zstd.isError(length) ? Zstd.getErrorName(length) : length + " bytes");
            }
            return plain;
        }

        @Override
        public void close() {}
    }
}
