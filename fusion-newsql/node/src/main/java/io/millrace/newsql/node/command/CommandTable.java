package io.millrace.newsql.node.command;

import io.millrace.newsql.node.resp.RespRequest;
import io.netty.buffer.ByteBuf;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Commands by their names, found without making a string: a hash of the word's letters where they lie. Immutable. */
public final class CommandTable {

    private final Command[] slots;
    private final int mask;
    private final List<Command> all;

    public CommandTable(Collection<Command> commands) {
        int size = Integer.highestOneBit(commands.size()) << 2;
        this.slots = new Command[size];
        this.mask = size - 1;
        this.all = List.copyOf(commands);
        commands.forEach(this::add);
    }

    private void add(Command command) {
        int at = hash(command.name()) & mask;
        while (slots[at] != null) {
            if (slots[at].name().equals(command.name())) {
                throw new IllegalArgumentException("command is there twice: " + command.name());
            }
            at = at + 1 & mask;
        }
        slots[at] = command;
    }

    /** The command of a request, in any case of letters, or null. Borrows. */
    public @Nullable Command find(RespRequest request) {
        int at = hash(request.buffer(), request.index(0), request.length(0)) & mask;
        while (slots[at] != null && !request.is(0, slots[at].name())) {
            at = at + 1 & mask;
        }
        return slots[at];
    }

    public List<Command> all() {
        return all;
    }

    private static int hash(String upper) {
        int hash = 0;
        for (int i = 0; i < upper.length(); i++) {
            hash = 31 * hash + upper.charAt(i);
        }
        return spread(hash);
    }

    private static int hash(ByteBuf in, int index, int length) {
        int hash = 0;
        for (int i = index; i < index + length; i++) {
            byte letter = in.getByte(i);
            hash = 31 * hash + (letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter);
        }
        return spread(hash);
    }

    private static int spread(int hash) {
        return hash ^ hash >>> 16 ^ hash >>> 8;
    }
}
