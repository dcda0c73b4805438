package io.millrace.newsql.type;

import io.millrace.newsql.json.JsonException;
import io.millrace.newsql.json.JsonReader;
import io.millrace.newsql.json.JsonWriter;

/** JSON documents as columns hold them: text that is checked, and printed the way MySQL prints it, {@code {"a": 1, "b": [1, 2]}}. */
public final class JsonText {

    private JsonText() {}

    /**
     * The document in MySQL's spelling: members by the length of their names and then by the names, the last of several with one name.
     *
     * @throws io.millrace.newsql.mysql.SqlException 3140 if it is none
     */
    public static String normalize(String text, String column) {
        try {
            return JsonWriter.write(JsonReader.read(text));
        } catch (JsonException e) {
            throw SqlErrors.of(
                    3140,
                    "22032",
                    "Invalid JSON text: \"" + e.getMessage() + "\" at position " + e.position()
                            + " in value for column '" + column + "'.");
        }
    }

    /** Whether it is a document. */
    public static boolean isValid(String text) {
        try {
            JsonReader.read(text);
            return true;
        } catch (JsonException e) {
            return false;
        }
    }
}
