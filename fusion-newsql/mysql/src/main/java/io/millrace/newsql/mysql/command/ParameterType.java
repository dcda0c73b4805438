package io.millrace.newsql.mysql.command;

import io.millrace.newsql.mysql.ColumnType;
import io.millrace.newsql.mysql.packet.PacketReader;
import io.millrace.transport.FrameException;

/** Type of a value that a client sends in the binary protocol. */
record ParameterType(ColumnType type, boolean isUnsigned) {
    private static final int UNSIGNED = 0x8000;

    static ParameterType read(PacketReader in) {
        int bits = in.readShort();
        ColumnType type = ColumnType.ofCode(bits & 0xFF);
        if (type == null) {
            throw new FrameException("parameter type", bits & 0xFF, "a type of MySQL");
        }
        return new ParameterType(type, (bits & UNSIGNED) != 0);
    }
}
