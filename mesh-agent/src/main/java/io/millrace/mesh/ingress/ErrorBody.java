package io.millrace.mesh.ingress;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** The JSON body of an error. */
final class ErrorBody {
    private static final JsonFactory JSON = new JsonFactory();
    /** Messages come from providers too; a stack trace is not for the caller. */
    private static final int MAX_MESSAGE = 1024;

    private ErrorBody() {}

    /** @param dubboStatus 0 when the provider did not answer */
    static void write(ByteBuf out, int status, int dubboStatus, String message) {
        try (JsonGenerator json = JSON.createGenerator((OutputStream) new ByteBufOutputStream(out))) {
            json.writeStartObject();
            json.writeNumberField("status", status);
            if (dubboStatus == 0) {
                json.writeNullField("dubboStatus");
            } else {
                json.writeNumberField("dubboStatus", dubboStatus);
            }
            json.writeStringField("message", shortened(message));
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("a buffer in memory cannot fail", e);
        }
    }

    private static String shortened(String message) {
        if (message.length() <= MAX_MESSAGE) {
            return message;
        }
        int end = Character.isHighSurrogate(message.charAt(MAX_MESSAGE - 1)) ? MAX_MESSAGE - 1 : MAX_MESSAGE;
        return message.substring(0, end) + "…";
    }
}
