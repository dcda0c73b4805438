package io.millrace.newsql.node.command;

/**
 * A command as the table knows it.
 *
 * @param name in capitals
 * @param arity count of arguments, the name included; negative: at least so many
 * @param kind where it may run
 * @param action what it does
 */
public record Command(String name, int arity, Kind kind, Action action) {

    /** Where a command may run. */
    public enum Kind {
        /** On the loop: reads at most. */
        READ,
        /** In the writer. */
        WRITE,
        /** Of the connection: not queued by MULTI. */
        CONTROL
    }

    /** What a command does: it replies once. */
    @FunctionalInterface
    public interface Action {

        /** @throws CommandException whose text is the reply; nothing was replied or written before */
        void run(Call call);
    }

    /** Whether so many arguments are right. */
    public boolean takes(int arguments) {
        return arity >= 0 ? arguments == arity : arguments >= -arity;
    }
}
