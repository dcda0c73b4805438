package io.millrace.thrift;

/**
 * Types as the compact protocol numbers them, and which of the binary protocol's they are.
 *
 * <p><b>Source.</b> Apache Thrift's {@code doc/specs/thrift-compact-protocol.md}.
 */
final class CompactType {
    static final int TRUE = 1;
    static final int FALSE = 2;

    private static final byte[] OF_WIRE = {0, 0, TRUE, 3, 7, 0, 4, 0, 5, 0, 6, 8, 12, 11, 10, 9, 13};

    private static final byte[] TO_WIRE = {
        0,
        WireType.BOOL,
        WireType.BOOL,
        WireType.BYTE,
        WireType.I16,
        WireType.I32,
        WireType.I64,
        WireType.DOUBLE,
        WireType.STRING,
        WireType.LIST,
        WireType.SET,
        WireType.MAP,
        WireType.STRUCT,
        WireType.UUID
    };

    private CompactType() {}

    static int ofWire(int wireType) {
        return OF_WIRE[wireType];
    }

    /** 0 if there is no such type. */
    static int toWire(int compactType) {
        return compactType >= 0 && compactType < TO_WIRE.length ? TO_WIRE[compactType] : 0;
    }

    /** The fewest bytes that a value takes inside a container. */
    static int smallest(int wireType) {
        return switch (wireType) {
            case WireType.DOUBLE -> 8;
            case WireType.UUID -> 16;
            default -> 1;
        };
    }
}
