package io.millrace.mesh.dubbo;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufInputStream;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * Results in the fastjson serialization: lines of JSON, the type of the result in the first. JSON that is no plain string passes
 * through as it is.
 */
final class FastjsonResult {
    private static final JsonFactory JSON = new JsonFactory();

    private FastjsonResult() {}

    static ResultText.Kind write(ByteBuf in, int index, int length, ByteBuf out) {
        int typeEnd = endOfLine(in, index, length);
        int type = typeOf(in, index, typeEnd - index);
        int valueStart = Math.min(typeEnd + 1, index + length);
        switch (type) {
            case DubboDescriptor.RESPONSE_NULL, DubboDescriptor.RESPONSE_NULL_WITH_ATTACHMENTS -> {
                JsonWriter.writeAscii(out, "null");
                return ResultText.Kind.JSON;
            }
            case DubboDescriptor.RESPONSE_EXCEPTION, DubboDescriptor.RESPONSE_EXCEPTION_WITH_ATTACHMENTS -> {
                int end = endOfLine(in, valueStart, index + length - valueStart);
                ByteBufUtil.writeUtf8(out, throwable(in, valueStart, end - valueStart));
                return ResultText.Kind.EXCEPTION;
            }
            case DubboDescriptor.RESPONSE_VALUE, DubboDescriptor.RESPONSE_VALUE_WITH_ATTACHMENTS -> {
                int end = endOfLine(in, valueStart, index + length - valueStart);
                return value(in, valueStart, end - valueStart, out);
            }
            default -> throw new DubboFormatException("unknown type of result: " + type + " (expected: 0..5)");
        }
    }

    static String message(ByteBuf in, int index, int length) {
        try (JsonParser parser = parser(in, index, length)) {
            return parser.nextToken() == JsonToken.VALUE_STRING ? parser.getText() : "";
        } catch (IOException e) {
            throw malformed(e);
        }
    }

    private static ResultText.Kind value(ByteBuf in, int index, int length, ByteBuf out) {
        if (length == 0) {
            throw new DubboFormatException("result announced a value and has none");
        }
        byte first = in.getByte(index);
        if (first == '"') {
            if (in.indexOf(index, index + length, (byte) '\\') < 0 && length >= 2) {
                out.writeBytes(in, index + 1, length - 2);
            } else {
                ByteBufUtil.writeUtf8(out, message(in, index, length));
            }
            return ResultText.Kind.TEXT;
        }
        out.writeBytes(in, index, length);
        return first == '{' || first == '[' || first == 'n' ? ResultText.Kind.JSON : ResultText.Kind.TEXT;
    }

    private static String throwable(ByteBuf in, int index, int length) {
        String name = "exception";
        String message = "";
        try (JsonParser parser = parser(in, index, length)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return name;
            }
            for (String field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
                JsonToken token = parser.nextToken();
                if (token == JsonToken.VALUE_STRING && field.equals("@type")) {
                    name = parser.getText();
                } else if (token == JsonToken.VALUE_STRING && field.equals("message")) {
                    message = parser.getText();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw malformed(e);
        }
        return message.isEmpty() ? name : name + ": " + message;
    }

    private static JsonParser parser(ByteBuf in, int index, int length) throws IOException {
        InputStream bytes = new ByteBufInputStream(in.slice(index, length));
        return JSON.createParser(bytes);
    }

    private static DubboFormatException malformed(IOException e) {
        return new DubboFormatException("malformed fastjson result: " + e.getMessage());
    }

    private static int typeOf(ByteBuf in, int index, int length) {
        String digits = in.toString(index, length, StandardCharsets.US_ASCII).trim();
        if (digits.length() != 1 || digits.charAt(0) < '0' || digits.charAt(0) > '9') {
            throw new DubboFormatException("unknown type of result: '"
                    + digits.substring(0, Math.min(16, digits.length())) + "' (expected: 0..5)");
        }
        return digits.charAt(0) - '0';
    }

    private static int endOfLine(ByteBuf in, int index, int length) {
        int end = in.indexOf(index, index + length, (byte) '\n');
        return end < 0 ? index + length : end;
    }
}
