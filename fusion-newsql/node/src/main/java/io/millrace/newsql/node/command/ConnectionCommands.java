package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import io.millrace.newsql.node.resp.RespWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** What a connection says of itself, and transactions. */
final class ConnectionCommands {

    private static final byte[] DEFAULT_USER = "default".getBytes(StandardCharsets.US_ASCII);
    private static final int NAME_BYTES_MAX = 256;

    private ConnectionCommands() {}

    static List<Command> all() {
        return List.of(
                new Command("PING", -1, Kind.READ, ConnectionCommands::ping),
                new Command("ECHO", 2, Kind.READ, call -> call.bulk(call.argument(1))),
                new Command("SELECT", 2, Kind.READ, ConnectionCommands::select),
                new Command("CLIENT", -2, Kind.READ, ConnectionCommands::client),
                new Command("HELLO", -1, Kind.CONTROL, ConnectionCommands::hello),
                new Command("AUTH", -2, Kind.CONTROL, ConnectionCommands::authenticate),
                new Command("QUIT", -1, Kind.CONTROL, ConnectionCommands::quit),
                new Command("RESET", 1, Kind.CONTROL, ConnectionCommands::reset),
                new Command("MULTI", 1, Kind.CONTROL, ConnectionCommands::begin),
                new Command("DISCARD", 1, Kind.CONTROL, ConnectionCommands::discard),
                new Command("WATCH", -2, Kind.CONTROL, ConnectionCommands::watch),
                new Command("UNWATCH", 1, Kind.READ, ConnectionCommands::unwatch),
                new Command("EXEC", 1, Kind.CONTROL, ConnectionCommands::execute));
    }

    private static void ping(Call call) {
        if (call.size() > 2) {
            throw new CommandException("ERR wrong number of arguments for 'ping' command");
        }
        if (call.size() == 2) {
            call.bulk(call.argument(1));
        } else {
            call.simple("PONG");
        }
    }

    private static void select(Call call) {
        if (call.integerAt(1) != 0) {
            throw new CommandException("ERR DB index is out of range");
        }
        call.ok();
    }

    private static void client(Call call) {
        Session session = call.session();
        switch (call.word(1)) {
            case "ID" -> call.integer(session.id());
            case "GETNAME" -> {
                if (session.name().isEmpty()) {
                    call.missing();
                } else {
                    call.bulk(session.name());
                }
            }
            case "SETNAME" -> {
                session.name(name(call.text(2)));
                call.ok();
            }
            case "SETINFO" -> {
                call.argument(3);
                call.ok();
            }
            case "INFO", "LIST" -> call.bulk("id=" + session.id() + " addr=" + session.address() + " name="
                    + session.name() + " db=0 resp=" + (call.isResp3() ? 3 : 2) + "\n");
            case "NO-EVICT", "NO-TOUCH" -> call.ok();
            default -> throw new CommandException("ERR unknown subcommand '" + call.text(1) + "'. Try CLIENT HELP.");
        }
    }

    private static String name(String name) {
        boolean printable = name.length() <= NAME_BYTES_MAX && name.chars().allMatch(c -> c > ' ' && c < 0x7F);
        if (!printable) {
            throw new CommandException("ERR Client names cannot contain spaces, newlines or special characters.");
        }
        return name;
    }

    // ---- who it is ----

    private static void hello(Call call) {
        Session session = call.session();
        long version = call.size() > 1 ? version(call) : 0;
        String name = null;
        byte[] password = null;
        for (int i = 2; i < call.size(); i++) {
            if (call.word(i).equals("AUTH")) {
                checkUser(call.argument(i + 1));
                password = call.argument(i + 2);
                i += 2;
            } else if (call.word(i).equals("SETNAME")) {
                name = name(call.text(++i));
            } else {
                throw new CommandException("ERR Syntax error in HELLO option '" + call.text(i) + "'");
            }
        }
        if (password != null) {
            authenticate(session, password);
        }
        if (!session.isAuthenticated()) {
            throw new CommandException(
                    "NOAUTH HELLO must be called with the client already authenticated, otherwise the"
                            + " HELLO <proto> AUTH <user> <pass> option can be used to authenticate the client and select the"
                            + " RESP protocol version at the same time");
        }
        if (name != null) {
            session.name(name);
        }
        if (version != 0) {
            session.speak(version == 3 ? RespWriter.RESP3 : RespWriter.RESP2);
        }
        greet(call);
    }

    private static long version(Call call) {
        long version;
        try {
            version = call.integerAt(1);
        } catch (CommandException e) {
            throw new CommandException("ERR Protocol version is not an integer or out of range");
        }
        if (version < 2 || version > 3) {
            throw new CommandException("NOPROTO unsupported protocol version");
        }
        return version;
    }

    private static void greet(Call call) {
        call.map(7);
        call.bulk("server");
        call.bulk("redis"); // what clients look for; INFO says who it is
        call.bulk("version");
        call.bulk(ServerCommands.REDIS_VERSION);
        call.bulk("proto");
        call.integer(call.isResp3() ? 3 : 2);
        call.bulk("id");
        call.integer(call.session().id());
        call.bulk("mode");
        call.bulk("standalone");
        call.bulk("role");
        call.bulk("master");
        call.bulk("modules");
        call.array(0);
    }

    private static void authenticate(Call call) {
        if (call.size() > 3) {
            throw CommandException.syntax();
        }
        if (!call.session().node().needsPassword()) {
            throw new CommandException(
                    "ERR AUTH <password> called without any password configured for the default user."
                            + " Are you sure your configuration is correct?");
        }
        if (call.size() == 3) {
            checkUser(call.argument(1));
        }
        authenticate(call.session(), call.argument(call.size() - 1));
        call.ok();
    }

    private static void checkUser(byte[] user) {
        if (!Arrays.equals(user, DEFAULT_USER)) {
            throw wrongPassword();
        }
    }

    private static void authenticate(Session session, byte[] password) {
        if (session.node().needsPassword() && !session.node().isPassword(password)) {
            throw wrongPassword();
        }
        session.authenticate();
    }

    private static CommandException wrongPassword() {
        return new CommandException("WRONGPASS invalid username-password pair or user is disabled.");
    }

    private static void quit(Call call) {
        call.session().close();
        call.ok();
    }

    private static void reset(Call call) {
        call.session().reset();
        call.simple("RESET");
    }

    // ---- transactions ----

    private static void begin(Call call) {
        if (call.session().isQueuing()) {
            throw new CommandException("ERR MULTI calls can not be nested");
        }
        call.session().begin();
        call.ok();
    }

    private static void discard(Call call) {
        if (!call.session().isQueuing()) {
            throw new CommandException("ERR DISCARD without MULTI");
        }
        call.session().discard();
        call.session().unwatch();
        call.ok();
    }

    private static void watch(Call call) {
        if (call.session().isQueuing()) {
            throw new CommandException("ERR WATCH inside MULTI is not allowed");
        }
        for (int i = 1; i < call.size(); i++) {
            call.session().watch(call.argument(i), call.keyspace().stored(call.argument(i)));
        }
        call.ok();
    }

    private static void unwatch(Call call) {
        call.session().unwatch();
        call.ok();
    }

    /** What a watched key holds is compared, not how often it changed: one that was changed and changed back counts as unchanged. */
    private static void execute(Call call) {
        Session session = call.session();
        if (!session.isQueuing()) {
            throw new CommandException("ERR EXEC without MULTI");
        }
        boolean spoilt = session.isSpoilt();
        List<Session.Queued> commands = session.take();
        List<Session.Watched> watched = session.watched();
        session.unwatch();
        if (spoilt) {
            throw new CommandException("EXECABORT Transaction discarded because of previous errors.");
        }
        boolean unchanged = watched.stream()
                .allMatch(key -> Arrays.equals(key.stored(), call.keyspace().stored(key.key())));
        if (!unchanged) {
            call.missingArray();
            return;
        }
        call.array(commands.size());
        commands.forEach(queued -> CommandRunner.act(queued.command(), call.with(queued.arguments())));
    }
}
