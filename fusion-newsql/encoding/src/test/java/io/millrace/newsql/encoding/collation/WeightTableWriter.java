package io.millrace.newsql.encoding.collation;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.Deflater;

/** Makes the bytes of a table of weights. Pages that nothing was put into are not listed. */
final class WeightTableWriter {

    private final Unlisted unlisted;
    private final int levels;
    private final Map<List<Integer>, Integer> sequences = new LinkedHashMap<>();
    private final TreeMap<Integer, int[][]> pages = new TreeMap<>();

    WeightTableWriter(Unlisted unlisted, int levels) {
        this.unlisted = unlisted;
        this.levels = levels;
    }

    /** What a character weighs on a level: its page is listed from now on. */
    void put(int codePoint, int level, List<Integer> weights) {
        int[] page = page(codePoint)[level];
        page[codePoint & WeightTableDescriptor.PAGE_MASK] = entry(weights);
    }

    private int[][] page(int codePoint) {
        return pages.computeIfAbsent(codePoint >> WeightTableDescriptor.PAGE_SHIFT, this::unlistedPage);
    }

    private int[][] unlistedPage(int number) {
        int[][] page = new int[levels][WeightTableDescriptor.PAGE_ENTRIES];
        for (int[] level : page) {
            for (int i = 0; i < level.length; i++) {
                boolean itself = unlisted == Unlisted.ITSELF;
                level[i] = itself
                        ? (number << WeightTableDescriptor.PAGE_SHIFT) + i
                        : WeightTableDescriptor.UNLISTED_ENTRY;
            }
        }
        return page;
    }

    private int entry(List<Integer> weights) {
        if (weights.size() == 1 && weights.get(0) < unlisted.sequencesFrom) {
            return weights.get(0);
        }
        if (unlisted == Unlisted.ITSELF) {
            throw new IllegalArgumentException("weights: " + weights + " (expected: one)");
        }
        return WeightTableDescriptor.SEQUENCES
                + sequences.computeIfAbsent(List.copyOf(weights), missing -> sequences.size());
    }

    byte[] toBytes(int version) throws IOException {
        byte[] body = body();
        CRC32C checksum = new CRC32C();
        checksum.update(body);
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(body);
        deflater.finish();
        byte[] deflated = new byte[body.length + WeightTableDescriptor.HEADER_BYTES];
        int count = deflater.deflate(deflated);
        deflater.end();
        return ByteBuffer.allocate(WeightTableDescriptor.HEADER_BYTES + count)
                .putInt(WeightTableDescriptor.MAGIC)
                .putInt(version)
                .putInt((int) checksum.getValue())
                .putInt(body.length)
                .put(deflated, 0, count)
                .array();
    }

    private byte[] body() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeByte(unlisted.ordinal());
        out.writeByte(levels);
        List<List<Integer>> inOrder = new ArrayList<>(sequences.keySet());
        out.writeShort(inOrder.size());
        for (List<Integer> sequence : inOrder) {
            out.writeByte(sequence.size());
            for (int weight : sequence) {
                out.writeShort(weight);
            }
        }
        out.writeShort(pages.size());
        for (Map.Entry<Integer, int[][]> page : pages.entrySet()) {
            out.writeShort(page.getKey());
            for (int[] level : page.getValue()) {
                for (int entry : level) {
                    out.writeShort(entry);
                }
            }
        }
        return bytes.toByteArray();
    }
}
