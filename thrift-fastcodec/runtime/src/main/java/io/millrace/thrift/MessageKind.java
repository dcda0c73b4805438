package io.millrace.thrift;

/** What a message asks for, or answers. */
public enum MessageKind {
    /** A call that is answered. */
    CALL(1),
    /** A method's result: its return value, or an exception that it declares. */
    REPLY(2),
    /** The call could not be made: a {@link ThriftApplicationException}. */
    EXCEPTION(3),
    /** A call without an answer. */
    ONEWAY(4);

    private final int number;

    MessageKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /** The kind of that number on the wire; anything else is {@link ThriftException.Reason#BAD_MESSAGE}. */
    static MessageKind of(int number) {
        return switch (number) {
            case 1 -> CALL;
            case 2 -> REPLY;
            case 3 -> EXCEPTION;
            case 4 -> ONEWAY;
            default -> throw new ThriftException(
                    ThriftException.Reason.BAD_MESSAGE,
                    "unknown kind of message: " + number + " (expected: 1 to 4)",
                    "",
                    0,
                    null);
        };
    }
}
