package io.millrace.newsql.node.command;

import io.millrace.newsql.node.resp.RespRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Decides whether a command runs, is queued, or is refused; each call gets exactly one reply. <b>Threads.</b> Safe: what it knows never changes. */
public final class CommandRunner {

    private final CommandTable table;

    public CommandRunner() {
        List<Command> commands = new ArrayList<>(ConnectionCommands.all());
        commands.addAll(StringCommands.all());
        commands.addAll(KeyCommands.all());
        commands.addAll(HashCommands.all());
        commands.addAll(SortedSetCommands.all());
        commands.addAll(SortedSetRanges.all());
        commands.addAll(StreamCommands.all());
        commands.addAll(ServerCommands.all(commands));
        this.table = new CommandTable(commands);
    }

    /** The command of a request, or null. Borrows. */
    public @Nullable Command find(RespRequest request) {
        return table.find(request);
    }

    /** Whether the call, here and now, may write: then it runs in the store's writer. */
    public static boolean mayWrite(@Nullable Command command, Session session) {
        if (command == null || !session.isAuthenticated()) {
            return false;
        }
        return session.isQueuing()
                ? command.name().equals("EXEC") && session.hasQueued()
                : command.kind() == Command.Kind.WRITE;
    }

    /** Runs it, or says why not. */
    public void run(@Nullable Command command, Call call) {
        Session session = call.session();
        CommandException refusal = refusal(command, call, session);
        if (refusal != null || command == null) {
            session.spoil();
            call.error(refusal == null ? "ERR" : refusal.reply());
            return;
        }
        if (session.isQueuing() && command.kind() != Command.Kind.CONTROL) {
            queue(command, call);
            return;
        }
        act(command, call);
    }

    private static @Nullable CommandException refusal(@Nullable Command command, Call call, Session session) {
        if (command == null) {
            return session.isAuthenticated() ? unknown(call.copies()) : noAuthentication();
        }
        if (!session.isAuthenticated() && !isOpen(command)) {
            return noAuthentication();
        }
        if (!command.takes(call.size())) {
            String name = command.name().toLowerCase(Locale.ROOT);
            return new CommandException("ERR wrong number of arguments for '" + name + "' command");
        }
        return null;
    }

    /** Whether it needs no password. */
    private static boolean isOpen(Command command) {
        return command.name().equals("AUTH")
                || command.name().equals("HELLO")
                || command.name().equals("QUIT")
                || command.name().equals("RESET");
    }

    private static CommandException noAuthentication() {
        return new CommandException("NOAUTH Authentication required.");
    }

    private static CommandException unknown(byte[][] arguments) {
        StringBuilder text = new StringBuilder("ERR unknown command '")
                .append(shown(arguments[0]))
                .append("', with args beginning with: ");
        for (int i = 1; i < Math.min(arguments.length, 4); i++) {
            text.append('\'').append(shown(arguments[i])).append("' ");
        }
        return new CommandException(text.toString());
    }

    private static String shown(byte[] argument) {
        int length = Math.min(argument.length, 64);
        return new String(argument, 0, length, java.nio.charset.StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "?");
    }

    private static void queue(Command command, Call call) {
        try {
            call.session().queue(command, call.copies());
            call.simple("QUEUED");
        } catch (CommandException e) {
            call.error(e.reply());
        }
    }

    /** Runs a command; what it throws as an answer is its reply. */
    static void act(Command command, Call call) {
        int mark = call.mark();
        try {
            command.action().run(call);
        } catch (CommandException e) {
            call.backTo(mark);
            call.error(e.reply());
        }
    }
}
