package io.millrace.newsql.mysql.command;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.ClientText;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * COM_QUERY.
 *
 * @param attributes values sent along, by name
 */
public record QueryCommand(String sql, Map<String, @Nullable Object> attributes) {
    private static final int VALUES_MAX = 65_535;

    /** Reads it, behind its code. */
    public static QueryCommand read(PacketReader in, int capabilities, Charset charset) {
        Map<String, @Nullable Object> attributes = (capabilities & Capabilities.QUERY_ATTRIBUTES) == 0
                ? Collections.<String, @Nullable Object>emptyMap()
                : readAttributes(in, charset);
        return new QueryCommand(ClientText.decode(in.readRest(), charset), attributes);
    }

    private static Map<String, @Nullable Object> readAttributes(PacketReader in, Charset charset) {
        int count = readCount(in);
        in.readLength(); // sets of parameters: always 1
        if (count == 0) {
            return Collections.emptyMap();
        }
        byte[] nulls = in.readBytes(nullBytes(count));
        if (in.readByte() != 1) {
            throw new FrameException("query attributes", "without types", "with types");
        }
        String[] names = new String[count];
        ParameterType[] types = new ParameterType[count];
        for (int i = 0; i < count; i++) {
            types[i] = ParameterType.read(in);
            names[i] = new String(in.readLengthEncoded(), StandardCharsets.UTF_8);
        }
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            attributes.put(names[i], isNull(nulls, i) ? null : BinaryValues.read(in, types[i], charset));
        }
        return attributes;
    }

    /** A count of values, held against the protocol's limit before memory is taken. */
    static int readCount(PacketReader in) {
        int count = in.readLength();
        if (count > VALUES_MAX) {
            throw new FrameException("parameter count", count, "<= " + VALUES_MAX);
        }
        return count;
    }

    static int nullBytes(int count) {
        return (int) ((count + 7L) / 8);
    }

    static boolean isNull(byte[] bits, int index) {
        return (bits[index / 8] >> index % 8 & 1) != 0;
    }
}
