package io.millrace.launcher.load;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * One call of the sample service: a parameter, the form that carries it, and the only right answer.
 *
 * @param parameter any text, 0 to {@value #PARAMETER_CHARS_MAX} characters
 */
public record HashCall(String parameter) {

    /** The service that the providers of the demo serve. */
    public static final String INTERFACE = "io.millrace.sample.HashService";

    /** Its method: the {@code hashCode} of a text. */
    public static final String METHOD = "hash";

    static final int PARAMETER_CHARS_MAX = 256;

    /** Letters, what a form must escape, two and three byte characters, and one outside the basic plane. */
    private static final String[] SYMBOLS = {
        "a", "b", "z", "A", "Z", "0", "9", " ", "+", "&", "=", "%", ";", "/", "\"", "\\", "\n", "ß", "é", "流", "水", "🌊"
    };

    private static final String FORM_START = "interface=" + INTERFACE + "&method=" + METHOD
            + "&parameterTypesString=Ljava%2Flang%2FString%3B&parameter=";

    /** Call number {@code index} of a run: the same seed gives the same calls. */
    public static HashCall random(long seed, int index) {
        SplittableRandom random = new SplittableRandom(seed + index);
        int limit = PARAMETER_CHARS_MAX / 2; // the widest symbol is two characters
        int symbols = random.nextInt(limit + 1);
        StringBuilder text = new StringBuilder(symbols * 2);
        for (int i = 0; i < symbols; i++) {
            text.append(SYMBOLS[random.nextInt(SYMBOLS.length)]);
        }
        return new HashCall(text.toString());
    }

    /** The url-encoded form. */
    byte[] form() {
        String encoded = URLEncoder.encode(parameter, StandardCharsets.UTF_8);
        return (FORM_START + encoded).getBytes(StandardCharsets.US_ASCII);
    }

    /** What the body of the answer must be. */
    String expected() {
        return Integer.toString(parameter.hashCode());
    }
}
