package io.millrace.newsql.mysql.command;

import io.millrace.newsql.mysql.Capabilities;
import io.millrace.newsql.mysql.SqlException;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * COM_STMT_EXECUTE, behind the statement's number.
 *
 * <pre>
 *  | flags | iterations, 4 | (count of parameters) | NULL bits | types follow? | type (name) … | value …
 * </pre>
 *
 * Types stay with the statement: a client may leave them out from the second time on. What was sent ahead as long data has no value here.
 */
public record ExecuteCommand(
        boolean wantsCursor, List<@Nullable Object> parameters, Map<String, @Nullable Object> attributes) {
    private static final int CURSOR_READ_ONLY = 0x01;
    private static final int PARAMETER_COUNT_AVAILABLE = 0x08;
    private static final int ITERATION_BYTES = 4;

    /** Reads it; remembers the types in {@code statement}. */
    public static ExecuteCommand read(PacketReader in, PreparedStatement statement, int capabilities, Charset charset) {
        statement.requireWholeLongData();
        int flags = in.readByte();
        in.skip(ITERATION_BYTES);
        boolean wantsCursor = (flags & CURSOR_READ_ONLY) != 0;
        int declared = statement.query().parameterCount();
        boolean hasNames = (capabilities & Capabilities.QUERY_ATTRIBUTES) != 0;
        boolean isCounted = hasNames && (flags & PARAMETER_COUNT_AVAILABLE) != 0;
        int count = isCounted ? QueryCommand.readCount(in) : declared;
        if (count < declared) {
            throw new SqlException(
                    1210,
                    "HY000",
                    "Incorrect arguments to mysqld_stmt_execute: " + count + " parameters (expected: " + declared
                            + ")");
        }
        if (count == 0) {
            return new ExecuteCommand(wantsCursor, List.of(), Collections.emptyMap());
        }
        byte[] nulls = in.readBytes(QueryCommand.nullBytes(count));
        String[] names = new String[count];
        if (in.readByte() == 1) {
            statement.types(readTypes(in, count, hasNames, names));
        }
        ParameterType[] types = statement.types();
        if (types == null || types.length < count) {
            throw new FrameException("parameter types", "none", "one each at the first execution");
        }
        Values values = new Values(in, nulls, types, charset);
        List<@Nullable Object> parameters = new ArrayList<>(declared);
        for (int i = 0; i < declared; i++) {
            byte[] longData = statement.longData(i);
            parameters.add(longData == null ? values.read(i) : BinaryValues.ofLongData(longData, types[i], charset));
        }
        Map<String, @Nullable Object> attributes = new LinkedHashMap<>();
        for (int i = declared; i < count; i++) {
            attributes.put(String.valueOf(names[i]), values.read(i));
        }
        return new ExecuteCommand(wantsCursor, parameters, attributes);
    }

    private static ParameterType[] readTypes(PacketReader in, int count, boolean hasNames, String[] names) {
        ParameterType[] types = new ParameterType[count];
        for (int i = 0; i < count; i++) {
            types[i] = ParameterType.read(in);
            if (hasNames) {
                names[i] = new String(in.readLengthEncoded(), StandardCharsets.UTF_8);
            }
        }
        return types;
    }

    /** The values of one execution, read in order. */
    private record Values(PacketReader in, byte[] nulls, ParameterType[] types, Charset charset) {

        @Nullable
        Object read(int index) {
            return QueryCommand.isNull(nulls, index) ? null : BinaryValues.read(in, types[index], charset);
        }
    }
}
