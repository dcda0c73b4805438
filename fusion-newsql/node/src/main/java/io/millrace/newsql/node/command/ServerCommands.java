package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What the node says of itself. */
final class ServerCommands {

    /** The version whose commands these are: clients choose by it what they send. */
    static final String REDIS_VERSION = "7.2.0";

    private static final int SLOTS = 16384;

    private ServerCommands() {}

    static List<Command> all(List<Command> others) {
        List<Command> own = new ArrayList<>(List.of(
                new Command("INFO", -1, Kind.READ, ServerCommands::info),
                new Command("CONFIG", -2, Kind.READ, ServerCommands::config),
                new Command("CLUSTER", -2, Kind.READ, ServerCommands::cluster),
                // Everything is on the device, and there are no replicas.
                new Command("WAIT", 3, Kind.READ, call -> call.integer(0)),
                new Command("TIME", 1, Kind.READ, ServerCommands::time)));
        List<Command> named = new ArrayList<>(others);
        named.addAll(own);
        own.add(new Command("COMMAND", -1, Kind.READ, call -> commands(call, named)));
        return own;
    }

    private static void info(Call call) {
        String section = call.size() > 1 ? call.text(1).toLowerCase(Locale.ROOT) : "";
        boolean whole = section.equals("all") || section.equals("default") || section.equals("everything");
        call.bulk(call.session().node().info(whole ? "" : section));
    }

    private static void config(Call call) {
        switch (call.word(1)) {
            case "GET" -> {
                Glob glob = new Glob(
                        call.text(2).toLowerCase(Locale.ROOT).getBytes(java.nio.charset.StandardCharsets.UTF_8));
                List<NodeFacts.Setting> shown = call.session().node().settings().stream()
                        .filter(setting ->
                                glob.matches(setting.name().getBytes(java.nio.charset.StandardCharsets.UTF_8)))
                        .toList();
                call.map(shown.size());
                for (NodeFacts.Setting setting : shown) {
                    call.bulk(setting.name());
                    call.bulk(setting.value());
                }
            }
            case "RESETSTAT" -> call.ok();
            default -> throw new CommandException(
                    "ERR CONFIG " + call.text(1) + " is not supported; settings are given at the start");
        }
    }

    private static void time(Call call) {
        long millis = call.keyspace().nowMillis();
        call.array(2);
        call.bulk(Long.toString(millis / 1000));
        call.bulk(Long.toString(millis % 1000 * 1000));
    }

    // ---- a cluster of one ----

    private static void cluster(Call call) {
        NodeFacts node = call.session().node();
        switch (call.word(1)) {
            case "INFO" -> call.bulk("cluster_enabled:0\r\ncluster_state:ok\r\ncluster_slots_assigned:" + SLOTS
                    + "\r\ncluster_slots_ok:" + SLOTS + "\r\ncluster_known_nodes:1\r\ncluster_size:1\r\n");
            case "SLOTS" -> {
                call.array(1);
                call.array(3);
                call.integer(0);
                call.integer(SLOTS - 1);
                call.array(3);
                call.bulk(node.host());
                call.integer(node.port());
                call.bulk(id(node));
            }
            case "KEYSLOT" -> call.integer(KeySlot.of(call.argument(2)));
            case "MYID" -> call.bulk(id(node));
            case "NODES" -> call.bulk(id(node) + ' ' + node.host() + ':' + node.port()
                    + "@0 myself,master - 0 0 0 connected 0-" + (SLOTS - 1) + '\n');
            default -> throw new CommandException("ERR unknown subcommand '" + call.text(1) + "'. Try CLUSTER HELP.");
        }
    }

    /** Forty hexadecimal digits, as clients want them. */
    private static String id(NodeFacts node) {
        return String.format(Locale.ROOT, "%040x", (long) (node.host() + ':' + node.port()).hashCode() & 0xFFFF_FFFFL);
    }

    // ---- commands ----

    private static void commands(Call call, List<Command> all) {
        String asked = call.size() > 1 ? call.word(1) : "";
        switch (asked) {
            case "" -> list(call, all);
            case "COUNT" -> call.integer(all.size());
            case "DOCS" -> call.map(0);
            case "INFO" -> {
                List<String> names = List.of(call.texts(2));
                list(
                        call,
                        all.stream()
                                .filter(command -> names.contains(command.name().toLowerCase(Locale.ROOT)))
                                .toList());
            }
            case "LIST" -> {
                call.array(all.size());
                all.forEach(command -> call.bulk(command.name().toLowerCase(Locale.ROOT)));
            }
            default -> throw new CommandException("ERR unknown subcommand '" + call.text(1) + "'. Try COMMAND HELP.");
        }
    }

    private static void list(Call call, List<Command> commands) {
        call.array(commands.size());
        for (Command command : commands) {
            call.array(6);
            call.bulk(command.name().toLowerCase(Locale.ROOT));
            call.integer(command.arity());
            call.array(1);
            call.simple(command.kind() == Kind.WRITE ? "write" : "readonly");
            for (int place = 0; place < 3; place++) {
                call.integer(0);
            }
        }
    }
}
