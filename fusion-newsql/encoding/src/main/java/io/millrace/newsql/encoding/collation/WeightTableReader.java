package io.millrace.newsql.encoding.collation;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** Reads a table of weights, see {@link WeightTableDescriptor}. What is wrong with it is said with its name: then the jar is damaged. */
final class WeightTableReader {

    private static final String SUFFIX = ".weights.bin";
    private static final int LEVELS_MAX = 3;
    private static final char[] NOT_LISTED = {};

    private WeightTableReader() {}

    static WeightTable readResource(String name, int version) {
        try (InputStream in = WeightTableReader.class.getResourceAsStream(name + SUFFIX)) {
            if (in == null) {
                throw new IllegalStateException("weights are missing: resource=" + name + SUFFIX + " (expected: beside "
                        + WeightTableReader.class.getName() + "); the jar is not whole");
            }
            return read(name, in.readAllBytes(), version);
        } catch (IOException e) {
            throw new IllegalStateException("weights cannot be read: resource=" + name + SUFFIX, e);
        }
    }

    static WeightTable read(String name, byte[] file, int version) {
        if (file.length < WeightTableDescriptor.HEADER_BYTES) {
            throw damaged(name, "length=" + file.length, ">= " + WeightTableDescriptor.HEADER_BYTES);
        }
        ByteBuffer header = ByteBuffer.wrap(file);
        expect(name, "magic", header.getInt(0), WeightTableDescriptor.MAGIC);
        expect(name, "version", header.getInt(WeightTableDescriptor.VERSION), version);
        byte[] body = inflate(name, file, header.getInt(WeightTableDescriptor.LENGTH));
        CRC32C checksum = new CRC32C();
        checksum.update(body);
        expect(name, "checksum", header.getInt(WeightTableDescriptor.CHECKSUM), (int) checksum.getValue());
        try {
            return parse(new DataInputStream(new ByteArrayInputStream(body)));
        } catch (IOException | ArrayIndexOutOfBoundsException e) {
            throw new IllegalStateException(
                    "weights are damaged: table=" + name + ", body=" + body.length + " bytes", e);
        }
    }

    private static byte[] inflate(String name, byte[] file, int length) {
        if (length < 0 || length > WeightTableDescriptor.BODY_BYTES_MAX) {
            throw damaged(name, "length of body=" + length, "0 to " + WeightTableDescriptor.BODY_BYTES_MAX);
        }
        byte[] body = new byte[length];
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(
                    file, WeightTableDescriptor.HEADER_BYTES, file.length - WeightTableDescriptor.HEADER_BYTES);
            expect(name, "bytes of body", inflater.inflate(body), length);
            boolean isWhole = inflater.inflate(new byte[1]) == 0 && inflater.finished() && inflater.getRemaining() == 0;
            if (!isWhole) {
                throw damaged(name, "body ends elsewhere than its " + length + " bytes", "there");
            }
            return body;
        } catch (DataFormatException e) {
            throw new IllegalStateException("weights are damaged: table=" + name + ", body is not deflated", e);
        } finally {
            inflater.end();
        }
    }

    private static WeightTable parse(DataInputStream in) throws IOException {
        Unlisted unlisted = Unlisted.values()[in.readUnsignedByte()];
        int levels = in.readUnsignedByte();
        if (levels < 1 || levels > LEVELS_MAX) {
            throw new IOException("levels: " + levels + " (expected: 1 to " + LEVELS_MAX + ")");
        }
        char[][] sequences = new char[in.readUnsignedShort()][];
        for (int i = 0; i < sequences.length; i++) {
            sequences[i] = readWeights(in, in.readUnsignedByte());
        }
        char[][][] pages = new char[levels][WeightTableDescriptor.PAGES_MAX][];
        for (char[][] level : pages) {
            Arrays.fill(level, NOT_LISTED);
        }
        for (int count = in.readUnsignedShort(); count > 0; count--) {
            int page = in.readUnsignedShort();
            for (int level = 0; level < levels; level++) {
                pages[level][page] = readPage(in, unlisted, sequences.length);
            }
        }
        if (pages[0][0].length == 0) {
            throw new IOException("ASCII is not listed");
        }
        return new WeightTable(unlisted, sequences, pages);
    }

    private static char[] readPage(DataInputStream in, Unlisted unlisted, int sequences) throws IOException {
        char[] page = readWeights(in, WeightTableDescriptor.PAGE_ENTRIES);
        for (char entry : page) {
            if (entry >= unlisted.sequencesFrom
                    && entry != WeightTableDescriptor.UNLISTED_ENTRY
                    && entry - WeightTableDescriptor.SEQUENCES >= sequences) {
                throw new IOException(
                        "sequence: " + (entry - WeightTableDescriptor.SEQUENCES) + " (expected: < " + sequences + ")");
            }
        }
        return page;
    }

    private static char[] readWeights(DataInputStream in, int count) throws IOException {
        char[] weights = new char[count];
        for (int i = 0; i < count; i++) {
            weights[i] = in.readChar();
        }
        return weights;
    }

    private static void expect(String name, String what, int value, int expected) {
        if (value != expected) {
            throw damaged(name, what + "=" + value, Integer.toString(expected));
        }
    }

    private static IllegalStateException damaged(String name, String what, String expected) {
        return new IllegalStateException(
                "weights are damaged: table=" + name + ", " + what + " (expected: " + expected + ")");
    }
}
