package io.millrace.registry.etcd;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.millrace.registry.Endpoint;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The value of a registration: {@code {"weight":1,"capacity":200,"protocol":"dubbo","serialization":"hessian2",
 * "zone":"a"}}.
 *
 * <p>Every field may be absent and then has its default; fields that are not known are skipped, so that a newer agent
 * may write more. The address is not in it: it stands in the key.
 */
final class EndpointValue {

    /** A value of ours has a hundred bytes; this leaves room for fields of the future. */
    private static final int BYTES_MAX = 4096;

    private static final JsonFactory JSON = new JsonFactory();

    private EndpointValue() {}

    static byte[] write(Endpoint endpoint) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(128);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeNumberField("weight", endpoint.weight());
            json.writeNumberField("capacity", endpoint.capacity());
            json.writeStringField("protocol", endpoint.protocol());
            json.writeStringField("serialization", endpoint.serialization());
            if (endpoint.zone() != null) {
                json.writeStringField("zone", endpoint.zone());
            }
            json.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException("writing to memory failed", impossible);
        }
        return bytes.toByteArray();
    }

    /**
     * The endpoint with what the value says of it.
     *
     * @throws IllegalArgumentException if the value is no such object, or a field is out of its range
     */
    static Endpoint read(Endpoint bare, byte[] value) {
        checkLength(value);
        try (JsonParser json = JSON.createParser(value)) {
            if (json.nextToken() != JsonToken.START_OBJECT) {
                throw new IllegalArgumentException("value is no JSON object: " + text(value));
            }
            Endpoint endpoint = readFields(bare, json);
            if (json.nextToken() != null) {
                throw new IllegalArgumentException("value goes on after its JSON object: " + text(value));
            }
            return endpoint;
        } catch (IOException malformed) {
            throw new IllegalArgumentException("value is no JSON: " + text(value), malformed);
        }
    }

    static String text(byte[] value) {
        checkLength(value);
        return new String(value, StandardCharsets.UTF_8);
    }

    private static void checkLength(byte[] value) {
        if (value.length > BYTES_MAX) {
            throw new IllegalArgumentException(
                    "value too long: length=" + value.length + " (expected: <= " + BYTES_MAX + ')');
        }
    }

    private static Endpoint readFields(Endpoint bare, JsonParser json) throws IOException {
        Endpoint endpoint = bare;
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            json.nextToken();
            endpoint = with(endpoint, field, json);
        }
        return endpoint;
    }

    private static Endpoint with(Endpoint endpoint, String field, JsonParser json) throws IOException {
        return switch (field) {
            case "weight" -> endpoint.withWeight(integer(field, json));
            case "capacity" -> endpoint.withCapacity(integer(field, json));
            case "protocol" -> endpoint.withProtocol(word(field, json));
            case "serialization" -> endpoint.withSerialization(word(field, json));
            case "zone" -> endpoint.withZone(wordOrNull(field, json));
            default -> {
                json.skipChildren();
                yield endpoint;
            }
        };
    }

    private static int integer(String field, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) {
            throw new IllegalArgumentException(field + " is no whole number: " + json.getText());
        }
        return json.getIntValue();
    }

    private static @Nullable String wordOrNull(String field, JsonParser json) throws IOException {
        return json.currentToken() == JsonToken.VALUE_NULL ? null : word(field, json);
    }

    private static String word(String field, JsonParser json) throws IOException {
        if (json.currentToken() != JsonToken.VALUE_STRING) {
            throw new IllegalArgumentException(field + " is no string: " + json.getText());
        }
        return json.getText();
    }
}
