package io.millrace.thrift;

import org.jspecify.annotations.Nullable;

/**
 * The answer of a server that could not make a call, as Thrift's {@code TApplicationException}: {@code {1: string message, 2: i32 type}}.
 *
 * <p>A server throws it or is given it to write; a client reads it from a message of kind {@link MessageKind#EXCEPTION} and throws it.
 */
public final class ThriftApplicationException extends RuntimeException implements ThriftStruct {
    private static final long serialVersionUID = 1L;

    /** Reads it. */
    public static final StructType<ThriftApplicationException> TYPE = new Type();

    private static final int MESSAGE = WireType.STRING << 24 | 1 << 8;
    private static final int KIND = WireType.I32 << 24 | 2 << 8;
    private static final int MEMORY = 1024;

    /** Why the call was not made, by their numbers on the wire. */
    public enum Kind {
        UNKNOWN,
        UNKNOWN_METHOD,
        INVALID_MESSAGE_TYPE,
        WRONG_METHOD_NAME,
        BAD_SEQUENCE_ID,
        MISSING_RESULT,
        INTERNAL_ERROR,
        PROTOCOL_ERROR,
        INVALID_TRANSFORM,
        INVALID_PROTOCOL,
        UNSUPPORTED_CLIENT_TYPE;

        private static final Kind[] ALL = values();

        /** {@link #UNKNOWN} for a number that is not known. */
        static Kind of(int number) {
            return number >= 0 && number < ALL.length ? ALL[number] : UNKNOWN;
        }
    }

    private final Kind kind;

    /** With why, and a text for people. */
    public ThriftApplicationException(Kind kind, @Nullable String message) {
        super(message);
        this.kind = kind;
    }

    /** Why the call was not made. */
    public Kind kind() {
        return kind;
    }

    @Override
    public long binaryLength(EncodedLengths lengths) {
        String message = getMessage();
        return 8 + (message == null ? 0 : 3 + lengths.string(message));
    }

    @Override
    public int writeBinary(BinaryOutput out, int at) {
        String message = getMessage();
        int to = message == null ? at : out.string(at, MESSAGE, message);
        return out.end(out.i32(to, KIND, kind.ordinal()), null);
    }

    @Override
    public void writeCompact(CompactOutput out) {
        out.enter();
        String message = getMessage();
        if (message != null) {
            out.field(1, WireType.STRING);
            out.string(message);
        }
        out.i32(2, kind.ordinal());
        out.exit(null);
    }

    private static final class Type implements StructType<ThriftApplicationException> {
        @Override
        public String name() {
            return "TApplicationException";
        }

        @Override
        public ThriftApplicationException readBinary(BinaryInput in, int at) {
            in.enter(at, MEMORY);
            String message = null;
            int kind = 0;
            int to = at;
            for (int field = in.field(to); field != 0; field = in.field(to)) {
                switch (field) {
                    case MESSAGE >>> 8 -> {
                        message = in.string(to + 3);
                        to = in.position();
                    }
                    case KIND >>> 8 -> {
                        kind = in.i32(in.need(to + 3, 4));
                        to += 7;
                    }
                    default -> to = in.skipField(to);
                }
            }
            in.exit(to);
            return new ThriftApplicationException(Kind.of(kind), message);
        }

        @Override
        public ThriftApplicationException readCompact(CompactInput in) {
            in.enter(MEMORY);
            String message = null;
            int kind = 0;
            for (int field = in.field(); field != 0; field = in.field()) {
                switch (field) {
                    case MESSAGE >>> 8 -> message = in.string();
                    case KIND >>> 8 -> kind = in.i32();
                    default -> in.skipField(field);
                }
            }
            in.exit();
            return new ThriftApplicationException(Kind.of(kind), message);
        }
    }
}
