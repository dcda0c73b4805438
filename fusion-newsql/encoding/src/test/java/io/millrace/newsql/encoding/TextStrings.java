package io.millrace.newsql.encoding;

import java.text.Normalizer;
import java.text.Normalizer.Form;
import java.util.Locale;
import java.util.Random;

/** Random strings that collations find it hard to tell apart. */
final class TextStrings {

    private static final String[] FEW = {
        "a", "A", "b", "á", "Ä", "ß", "s", "S", "ss", " ", " ", "\u00A0", "\u3000", "\t", "\u0000", "\u0001", "e\u0301",
        "\u0301", "Æ", "ﬃ", "한", "힣", "\u1112", "\u1161", "\u11AB", "一", "豈", "\uF900", "😀", "😁", "\uFFFD", "か", "ガ"
    };

    private TextStrings() {}

    static String draw(Random random) {
        StringBuilder text = new StringBuilder();
        for (int count = random.nextInt(10); count > 0; count--) {
            text.append(random.nextInt(4) == 0 ? any(random) : FEW[random.nextInt(FEW.length)]);
        }
        return text.toString();
    }

    /** Another one, which is often the same or differs late. */
    static String neighbour(String text, Random random) {
        return switch (random.nextInt(7)) {
            case 0 -> text.toUpperCase(Locale.ROOT);
            case 1 -> Normalizer.normalize(text, Form.NFKD);
            case 2 -> text + " ".repeat(random.nextInt(4));
            case 3 -> text + " ".repeat(random.nextInt(12)) + FEW[random.nextInt(FEW.length)];
            case 4 -> text.substring(0, random.nextInt(text.length() + 1)).replaceFirst("[\\uD800-\\uDBFF]$", "")
                    + draw(random);
            case 5 -> Normalizer.normalize(text, Form.NFC).toLowerCase(Locale.ROOT);
            default -> draw(random);
        };
    }

    private static String any(Random random) {
        int codePoint;
        do {
            codePoint = random.nextInt(random.nextBoolean() ? 0x3000 : Character.MAX_CODE_POINT + 1);
        } while (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE);
        return Character.toString(codePoint);
    }
}
