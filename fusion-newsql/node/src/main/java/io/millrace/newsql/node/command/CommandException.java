package io.millrace.newsql.node.command;

/** An error reply: its code is the message's first word. Without a stack, since it is an answer. */
public final class CommandException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public CommandException(String reply) {
        super(reply, null, false, false);
    }

    /** The text of the reply. */
    public String reply() {
        return String.valueOf(getMessage());
    }

    static CommandException syntax() {
        return new CommandException("ERR syntax error");
    }

    static CommandException wrongType() {
        return new CommandException("WRONGTYPE Operation against a key holding the wrong kind of value");
    }

    static CommandException notAnInteger() {
        return new CommandException("ERR value is not an integer or out of range");
    }

    static CommandException notAFloat() {
        return new CommandException("ERR value is not a valid float");
    }

    static CommandException tooLong(int length) {
        return new CommandException(
                "ERR key and member too long: " + length + " bytes (limit: " + Places.NAME_BYTES_MAX + ")");
    }
}
