package io.millrace.newsql.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.testkit.Seeds;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LikePatternTest {

    private static final int ROUNDS = 20_000;

    @Test
    void matchesWhatARegularExpressionOfTheSameMeaningMatches() {
        Random random = Seeds.random("LikePatternTest");
        for (int i = 0; i < ROUNDS; i++) {
            String pattern = letters(random, "ab%_!", 8);
            String text = letters(random, "ab%", 10);
            boolean expected = Pattern.compile(regular(pattern), Pattern.DOTALL)
                    .matcher(text)
                    .matches();
            assertThat(LikePattern.of(pattern, '!', "utf8mb4_bin").matches(text))
                    .as("'%s' LIKE '%s'", text, pattern)
                    .isEqualTo(expected);
        }
    }

    private static String letters(Random random, String alphabet, int most) {
        StringBuilder out = new StringBuilder();
        for (int left = random.nextInt(most); left > 0; left--) {
            out.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return out.toString();
    }

    private static String regular(String pattern) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char next = pattern.charAt(i);
            if (next == '!' && i + 1 < pattern.length()) {
                out.append(Pattern.quote(String.valueOf(pattern.charAt(++i))));
            } else {
                out.append(next == '%' ? ".*" : next == '_' ? "." : Pattern.quote(String.valueOf(next)));
            }
        }
        return out.toString();
    }
}
