package io.millrace.newsql.observation;

import io.millrace.newsql.sql.StatementText;
import io.millrace.newsql.sql.Token;
import java.util.List;

/** A statement without its literals, so that alike ones count as one, and no password or value gets into a log. */
public final class DigestText {

    private static final int TOKENS_MAX = 512;

    private DigestText() {}

    /** Words as they are, {@code ?} for each literal, {@code …} for the rest of a list of them and of a long statement. */
    public static String of(StatementText statement) {
        StringBuilder out = new StringBuilder();
        List<Token> tokens = statement.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (i >= TOKENS_MAX) {
                return out.append(" …").toString();
            }
            if (isLiteral(tokens.get(i)) && i >= 2 && tokens.get(i - 1).isSymbol(",") && isLiteral(tokens.get(i - 2))) {
                out.append("…");
                while (i + 2 < tokens.size() && tokens.get(i + 1).isSymbol(",") && isLiteral(tokens.get(i + 2))) {
                    i += 2;
                }
                continue;
            }
            out.append(out.isEmpty() ? "" : " ").append(text(tokens.get(i)));
        }
        return out.toString();
    }

    private static boolean isLiteral(Token token) {
        return switch (token.kind()) {
            case STRING, NUMBER, HEX, BITS, PARAMETER -> true;
            default -> false;
        };
    }

    private static String text(Token token) {
        if (isLiteral(token)) {
            return "?";
        }
        return switch (token.kind()) {
            case NAME -> "`" + token.text().replace("`", "``") + "`";
            default -> token.text();
        };
    }
}
