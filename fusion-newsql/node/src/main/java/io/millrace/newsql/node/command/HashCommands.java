package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hashes. */
final class HashCommands {

    private static final int SCAN_COUNT = 10;
    private static final int SCAN_COUNT_MAX = 10_000;

    private HashCommands() {}

    static List<Command> all() {
        return List.of(
                new Command("HGET", 3, Kind.READ, call -> reply(call, hash(call).get(call.argument(2)))),
                new Command("HMGET", -3, Kind.READ, HashCommands::getMany),
                new Command("HGETALL", 2, Kind.READ, HashCommands::getAll),
                new Command("HKEYS", 2, Kind.READ, HashCommands::fields),
                new Command("HVALS", 2, Kind.READ, HashCommands::values),
                new Command(
                        "HLEN", 2, Kind.READ, call -> call.integer(hash(call).count())),
                new Command(
                        "HEXISTS", 3, Kind.READ, call -> call.claim(hash(call).get(call.argument(2)) != null)),
                new Command("HSTRLEN", 3, Kind.READ, HashCommands::length),
                new Command("HSCAN", -3, Kind.READ, HashCommands::scan),
                new Command("HSET", -4, Kind.WRITE, call -> call.integer(set(call))),
                new Command("HMSET", -4, Kind.WRITE, HashCommands::setMany),
                new Command("HSETNX", 4, Kind.WRITE, HashCommands::setIfMissing),
                new Command("HDEL", -3, Kind.WRITE, HashCommands::delete),
                new Command("HINCRBY", 4, Kind.WRITE, HashCommands::add),
                new Command("HINCRBYFLOAT", 4, Kind.WRITE, HashCommands::addReal));
    }

    private static HashFields hash(Call call) {
        return HashFields.of(call.keyspace(), call.argument(1));
    }

    private static void reply(Call call, byte @Nullable [] value) {
        if (value == null) {
            call.missing();
        } else {
            call.bulk(value);
        }
    }

    // ---- reading ----

    private static void getMany(Call call) {
        HashFields hash = hash(call);
        List<byte @Nullable []> values = new ArrayList<>();
        for (int i = 2; i < call.size(); i++) {
            values.add(hash.get(call.argument(i)));
        }
        call.array(values.size());
        values.forEach(value -> reply(call, value));
    }

    private static void getAll(Call call) {
        HashFields hash = hash(call);
        call.map((int) hash.count());
        hash.forEach((bytes, field, fieldLength, value, valueLength) -> {
            call.bulk(bytes, field, fieldLength);
            call.bulk(bytes, value, valueLength);
        });
    }

    private static void fields(Call call) {
        HashFields hash = hash(call);
        call.array((int) hash.count());
        hash.forEach((bytes, field, fieldLength, value, valueLength) -> call.bulk(bytes, field, fieldLength));
    }

    private static void values(Call call) {
        HashFields hash = hash(call);
        call.array((int) hash.count());
        hash.forEach((bytes, field, fieldLength, value, valueLength) -> call.bulk(bytes, value, valueLength));
    }

    private static void length(Call call) {
        byte[] value = hash(call).get(call.argument(2));
        call.integer(value == null ? 0 : value.length);
    }

    /** A packed hash comes whole, as in Redis. */
    private static void scan(Call call) {
        ScanArguments asked = ScanArguments.of(call, 3, SCAN_COUNT, SCAN_COUNT_MAX);
        byte[] from = call.session().node().cursors().find(call.argument(2));
        Glob glob = asked.match() == null ? null : new Glob(asked.match());
        List<byte[]> found = new ArrayList<>();
        PackedFields.Visitor visitor = (bytes, field, fieldLength, value, valueLength) -> {
            byte[] name = Arrays.copyOfRange(bytes, field, field + fieldLength);
            if (glob == null || glob.matches(name)) {
                found.add(name);
                found.add(Arrays.copyOfRange(bytes, value, value + valueLength));
            }
        };
        HashFields hash = hash(call);
        byte[] stopped = null;
        if (hash.isSplit()) {
            stopped = hash.walk(from, asked.count(), visitor);
        } else {
            hash.forEach(visitor);
        }
        call.array(2);
        call.bulk(call.session().node().cursors().keep(stopped));
        call.array(found.size());
        found.forEach(call::bulk);
    }

    // ---- writing ----

    private static long set(Call call) {
        if (call.size() % 2 != 0) {
            String name = call.text(0).toLowerCase(java.util.Locale.ROOT);
            throw new CommandException("ERR wrong number of arguments for '" + name + "' command");
        }
        HashFields hash = hash(call);
        checkFields(call, 2, 2);
        long added = 0;
        for (int i = 2; i < call.size(); i += 2) {
            added += hash.put(call.argument(i), call.argument(i + 1)) ? 1 : 0;
        }
        hash.save();
        return added;
    }

    /** Before anything is written, so that a refusal leaves nothing behind. */
    private static void checkFields(Call call, int first, int step) {
        for (int i = first; i < call.size(); i += step) {
            int length = call.argument(1).length + call.argument(i).length;
            if (length > Places.NAME_BYTES_MAX) {
                throw CommandException.tooLong(length);
            }
        }
    }

    private static void setMany(Call call) {
        set(call);
        call.ok();
    }

    private static void setIfMissing(Call call) {
        HashFields hash = hash(call);
        boolean missing = hash.get(call.argument(2)) == null;
        if (missing) {
            put(call, hash, call.argument(3));
        }
        call.claim(missing);
    }

    private static void put(Call call, HashFields hash, byte[] value) {
        checkFields(call, 2, call.size());
        hash.put(call.argument(2), value);
        hash.save();
    }

    private static void delete(Call call) {
        HashFields hash = hash(call);
        checkFields(call, 2, 1);
        int removed = 0;
        for (int i = 2; i < call.size(); i++) {
            removed += hash.remove(call.argument(i)) ? 1 : 0;
        }
        hash.save();
        call.integer(removed);
    }

    private static void add(Call call) {
        long change = call.integerAt(3);
        HashFields hash = hash(call);
        byte[] old = hash.get(call.argument(2));
        long value;
        try {
            value = Math.addExact(old == null ? 0 : integer(old), change);
        } catch (ArithmeticException e) {
            throw new CommandException("ERR increment or decrement would overflow");
        }
        put(call, hash, Numbers.digits(value));
        call.integer(value);
    }

    private static long integer(byte[] value) {
        try {
            return Numbers.integer(value);
        } catch (CommandException e) {
            throw new CommandException("ERR hash value is not an integer");
        }
    }

    private static BigDecimal decimal(byte[] value) {
        try {
            return StringCommands.decimal(value);
        } catch (CommandException e) {
            throw new CommandException("ERR hash value is not a float");
        }
    }

    private static void addReal(Call call) {
        BigDecimal change = StringCommands.decimal(call.argument(3));
        HashFields hash = hash(call);
        byte[] old = hash.get(call.argument(2));
        BigDecimal sum = (old == null ? BigDecimal.ZERO : decimal(old)).add(change);
        String text = sum.signum() == 0 ? "0" : sum.stripTrailingZeros().toPlainString();
        byte[] value = text.getBytes(StandardCharsets.US_ASCII);
        put(call, hash, value);
        call.bulk(value);
    }
}
