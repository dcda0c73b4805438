package io.millrace.newsql.node.command;

import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.command.Command.Kind;
import io.millrace.newsql.node.command.Entry.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Strings. */
final class StringCommands {

    private static final int VALUE_BYTES_MAX = OrderedStore.VALUE_BYTES_MAX - 16;

    private StringCommands() {}

    static List<Command> all() {
        return List.of(
                new Command("GET", 2, Kind.READ, StringCommands::get),
                new Command("MGET", -2, Kind.READ, StringCommands::getMany),
                new Command("STRLEN", 2, Kind.READ, call -> call.integer(value(call, 1).length)),
                new Command("GETRANGE", 4, Kind.READ, StringCommands::getRange),
                new Command("SET", -3, Kind.WRITE, StringCommands::set),
                new Command("SETNX", 3, Kind.WRITE, StringCommands::setIfMissing),
                new Command("SETEX", 4, Kind.WRITE, call -> setExpiring(call, 1000)),
                new Command("PSETEX", 4, Kind.WRITE, call -> setExpiring(call, 1)),
                new Command("MSET", -3, Kind.WRITE, StringCommands::setMany),
                new Command("GETSET", 3, Kind.WRITE, StringCommands::getAndSet),
                new Command("GETDEL", 2, Kind.WRITE, StringCommands::getAndDelete),
                new Command("APPEND", 3, Kind.WRITE, StringCommands::append),
                new Command("SETRANGE", 4, Kind.WRITE, StringCommands::setRange),
                new Command("INCR", 2, Kind.WRITE, call -> add(call, 1)),
                new Command("DECR", 2, Kind.WRITE, call -> add(call, -1)),
                new Command("INCRBY", 3, Kind.WRITE, call -> add(call, call.integerAt(2))),
                new Command("DECRBY", 3, Kind.WRITE, StringCommands::subtract),
                new Command("INCRBYFLOAT", 3, Kind.WRITE, StringCommands::addReal));
    }

    private static @Nullable Entry find(Call call, byte[] key) {
        return call.keyspace().find(key, Type.STRING);
    }

    private static byte[] value(Call call, int argument) {
        Entry entry = find(call, call.argument(argument));
        return entry == null ? new byte[0] : entry.body();
    }

    private static void put(Call call, byte[] key, byte[] value, long expires) {
        if (value.length > VALUE_BYTES_MAX) {
            throw new CommandException("ERR string exceeds maximum allowed size (" + VALUE_BYTES_MAX + " bytes)");
        }
        call.keyspace().put(key, new Entry(Type.STRING, expires, value));
    }

    // ---- reading ----

    /** What clients ask most: straight from the store's memory into the reply. */
    private static void get(Call call) {
        LentEntry entry = LentEntry.ofThread();
        int length = entry.read(call, 1);
        if (length > LentEntry.BYTES_MAX) {
            reply(call, find(call, call.argument(1)));
        } else if (length == LentEntry.MISSING || call.keyspace().isOver(entry.expires())) {
            call.missing();
        } else if (!Type.STRING.is(entry.type())) {
            throw CommandException.wrongType();
        } else {
            call.bulk(entry.bytes(), Entry.HEADER, length - Entry.HEADER);
        }
    }

    private static void reply(Call call, @Nullable Entry entry) {
        if (entry == null) {
            call.missing();
        } else {
            call.bulk(entry.body());
        }
    }

    /** What is no string is missing here, as in Redis. */
    private static void getMany(Call call) {
        call.array(call.size() - 1);
        for (int i = 1; i < call.size(); i++) {
            Entry entry = call.argument(i).length > Places.NAME_BYTES_MAX
                    ? null
                    : call.keyspace().find(call.argument(i));
            reply(call, entry != null && entry.type() == Type.STRING ? entry : null);
        }
    }

    private static void getRange(Call call) {
        long start = call.integerAt(2);
        long end = call.integerAt(3);
        byte[] value = value(call, 1);
        // As in Redis: an end before the beginning is the first byte, unless both are such and the wrong way round.
        boolean isTurned = start < 0 && end < 0 && start > end;
        long first = isTurned ? value.length : Math.max(0, start < 0 ? value.length + start : start);
        long last = Math.min(value.length - 1L, Math.max(0, end < 0 ? value.length + end : end));
        call.bulk(first > last ? new byte[0] : Arrays.copyOfRange(value, (int) first, (int) last + 1));
    }

    // ---- writing ----

    private static void set(Call call) {
        SetOptions options = SetOptions.of(call);
        byte[] key = call.argument(1);
        Entry before = options.get() ? find(call, key) : call.keyspace().find(key);
        boolean met = options.condition() == null || options.condition() == (before != null);
        if (met) {
            long expires = options.keepExpiry() && before != null ? before.expires() : options.expires();
            put(call, key, call.argument(2), expires);
        }
        if (options.get()) {
            reply(call, before);
        } else if (met) {
            call.ok();
        } else {
            call.missing();
        }
    }

    private static void setIfMissing(Call call) {
        boolean missing = call.keyspace().find(call.argument(1)) == null;
        if (missing) {
            put(call, call.argument(1), call.argument(2), 0);
        }
        call.claim(missing);
    }

    private static void setExpiring(Call call, long unitMillis) {
        long expires = Expiry.in(call, call.integerAt(2), unitMillis);
        put(call, call.argument(1), call.argument(3), expires);
        call.ok();
    }

    private static void setMany(Call call) {
        if (call.size() % 2 == 0) {
            throw new CommandException("ERR wrong number of arguments for 'mset' command");
        }
        for (int i = 1; i < call.size(); i += 2) {
            Keyspace.checkName(call.argument(i));
        }
        for (int i = 1; i < call.size(); i += 2) {
            put(call, call.argument(i), call.argument(i + 1), 0);
        }
        call.ok();
    }

    private static void getAndSet(Call call) {
        Entry before = find(call, call.argument(1));
        put(call, call.argument(1), call.argument(2), 0);
        reply(call, before);
    }

    private static void getAndDelete(Call call) {
        Entry before = find(call, call.argument(1));
        call.keyspace().delete(call.argument(1));
        reply(call, before);
    }

    private static void append(Call call) {
        Entry before = find(call, call.argument(1));
        byte[] old = before == null ? new byte[0] : before.body();
        byte[] more = call.argument(2);
        byte[] value = Arrays.copyOf(old, old.length + more.length);
        System.arraycopy(more, 0, value, old.length, more.length);
        put(call, call.argument(1), value, before == null ? 0 : before.expires());
        call.integer(value.length);
    }

    private static void setRange(Call call) {
        int offset = call.integerAt(2, 0, VALUE_BYTES_MAX);
        byte[] more = call.argument(3);
        Entry before = find(call, call.argument(1));
        byte[] old = before == null ? new byte[0] : before.body();
        if (more.length == 0) {
            call.integer(old.length);
            return;
        }
        byte[] value = Arrays.copyOf(old, Math.max(old.length, offset + more.length));
        System.arraycopy(more, 0, value, offset, more.length);
        put(call, call.argument(1), value, before == null ? 0 : before.expires());
        call.integer(value.length);
    }

    private static void add(Call call, long change) {
        Entry before = find(call, call.argument(1));
        long old = before == null ? 0 : Numbers.integer(before.body());
        long value;
        try {
            value = Math.addExact(old, change);
        } catch (ArithmeticException e) {
            throw new CommandException("ERR increment or decrement would overflow");
        }
        put(call, call.argument(1), Numbers.digits(value), before == null ? 0 : before.expires());
        call.integer(value);
    }

    private static void subtract(Call call) {
        long change = call.integerAt(2);
        if (change == Long.MIN_VALUE) {
            throw new CommandException("ERR decrement would overflow");
        }
        add(call, -change);
    }

    private static void addReal(Call call) {
        Entry before = find(call, call.argument(1));
        BigDecimal old = before == null ? BigDecimal.ZERO : decimal(before.body());
        BigDecimal sum = old.add(decimal(call.argument(2))).stripTrailingZeros();
        byte[] value = (sum.signum() == 0 ? BigInteger.ZERO.toString() : sum.toPlainString())
                .getBytes(StandardCharsets.US_ASCII);
        put(call, call.argument(1), value, before == null ? 0 : before.expires());
        call.bulk(value);
    }

    /** @throws CommandException also for a number whose digits would fill the memory */
    static BigDecimal decimal(byte[] text) {
        double near = Numbers.real(text);
        if (Double.isInfinite(near) || Double.isNaN(near) || text.length > 300) {
            throw new CommandException("ERR increment would produce NaN or Infinity");
        }
        BigDecimal exact = new BigDecimal(new String(text, StandardCharsets.ISO_8859_1));
        if (Math.abs((long) exact.scale()) > 400) {
            throw CommandException.notAFloat();
        }
        return exact;
    }
}
