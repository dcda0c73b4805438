package io.millrace.newsql.encoding.collation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the table of the 0900 collations of Unicode's {@code allkeys.txt} 9.0.0, by MySQL's rules: characters only, no contractions; of a
 * character at most eight collation elements; in the last page of Hangul, where other characters are listed, the syllables are too, and
 * their third weights are one more than those of their letters.
 */
final class DucetTable {

    private static final Pattern LINE = Pattern.compile("([0-9A-F]+)\\s*;([^#]*)#.*");
    private static final Pattern ELEMENT = Pattern.compile("\\[[.*]([0-9A-F]{4})\\.([0-9A-F]{4})\\.([0-9A-F]{4})]");

    private static final int LEVELS = 3;
    private static final int ELEMENTS_MAX = 8;

    private static final int HANGUL_FIRST = 0xAC00;
    private static final int LISTED_HANGUL_FIRST = 0xD700;
    private static final int LISTED_HANGUL_LAST = 0xD7AF;

    private final Map<Integer, List<int[]>> elements = new TreeMap<>();

    private DucetTable() {}

    static byte[] make(Path allKeys, int version) throws IOException {
        DucetTable table = new DucetTable();
        for (String line : Files.readAllLines(allKeys)) {
            table.read(line);
        }
        for (int syllable = LISTED_HANGUL_FIRST; syllable <= LISTED_HANGUL_LAST; syllable++) {
            table.list(syllable);
        }
        WeightTableWriter writer = new WeightTableWriter(Unlisted.UCA_9_0_0, LEVELS);
        for (Map.Entry<Integer, List<int[]>> character : table.elements.entrySet()) {
            for (int level = 0; level < LEVELS; level++) {
                writer.put(character.getKey(), level, weights(character.getValue(), level));
            }
        }
        return writer.toBytes(version);
    }

    private void read(String line) {
        Matcher character = LINE.matcher(line);
        if (!character.matches()) {
            return; // a comment, or a contraction
        }
        List<int[]> read = new ArrayList<>();
        Matcher element = ELEMENT.matcher(character.group(2));
        while (element.find() && read.size() < ELEMENTS_MAX) {
            read.add(new int[] {hex(element.group(1)), hex(element.group(2)), hex(element.group(3))});
        }
        elements.put(hex(character.group(1)), read);
    }

    private static int hex(String digits) {
        return Integer.parseInt(digits, 16);
    }

    private void list(int syllable) {
        int index = syllable - HANGUL_FIRST;
        List<int[]> letters = new ArrayList<>();
        letters.add(letter(0x1100 + index / (21 * 28)));
        letters.add(letter(0x1161 + index / 28 % 21));
        if (index % 28 != 0) {
            letters.add(letter(0x11A7 + index % 28));
        }
        elements.put(syllable, letters);
    }

    private int[] letter(int codePoint) {
        int[] element = elements.getOrDefault(codePoint, List.of()).get(0);
        return new int[] {element[0], element[1], element[2] + 1};
    }

    private static List<Integer> weights(List<int[]> elements, int level) {
        return elements.stream()
                .map(element -> element[level])
                .filter(weight -> weight != 0)
                .toList();
    }
}
