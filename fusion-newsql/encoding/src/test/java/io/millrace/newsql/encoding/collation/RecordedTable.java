package io.millrace.newsql.encoding.collation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes a table of what a server said that each character of the BMP weighs: lines of a code point, a tab, and the weights in hex. */
final class RecordedTable {

    private static final int WEIGHT_DIGITS = 4;

    private RecordedTable() {}

    static byte[] make(Path recorded, Unlisted unlisted, int version) throws IOException {
        WeightTableWriter writer = new WeightTableWriter(unlisted, 1);
        char[] rule = new char[Unlisted.WEIGHTS_MAX];
        WeightTable none = new WeightTable(unlisted, new char[0][], new char[1][1][0]);
        for (String line : Files.readAllLines(recorded)) {
            int tab = line.indexOf('\t');
            int codePoint = Integer.parseInt(line.substring(0, tab));
            List<Integer> weights = weights(line.substring(tab + 1));
            List<Integer> unlistedWeights = new ArrayList<>();
            int count = unlisted.weigh(codePoint, 0, none, rule);
            for (int i = 0; i < count; i++) {
                unlistedWeights.add((int) rule[i]);
            }
            if (!weights.equals(unlistedWeights)) {
                writer.put(codePoint, 0, weights);
            }
        }
        return writer.toBytes(version);
    }

    private static List<Integer> weights(String hex) {
        List<Integer> weights = new ArrayList<>();
        for (int at = 0; at < hex.length(); at += WEIGHT_DIGITS) {
            weights.add(Integer.parseInt(hex.substring(at, at + WEIGHT_DIGITS), 16));
        }
        return weights;
    }
}
