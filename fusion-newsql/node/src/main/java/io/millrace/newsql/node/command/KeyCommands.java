package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.command.Command.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keys of any type: whether they are there, when they expire, which there are. */
final class KeyCommands {

    private static final int SCAN_COUNT = 10;
    private static final int SCAN_COUNT_MAX = 10_000;

    /** FLUSHDB is one commit: of so many keys at most. */
    private static final int FLUSH_KEYS_MAX = 500_000;

    private KeyCommands() {}

    static List<Command> all() {
        return List.of(
                new Command("EXISTS", -2, Kind.READ, KeyCommands::exists),
                new Command("TYPE", 2, Kind.READ, KeyCommands::type),
                new Command("TTL", 2, Kind.READ, call -> timeToLive(call, 1000)),
                new Command("PTTL", 2, Kind.READ, call -> timeToLive(call, 1)),
                new Command("EXPIRETIME", 2, Kind.READ, call -> expireTime(call, 1000)),
                new Command("PEXPIRETIME", 2, Kind.READ, call -> expireTime(call, 1)),
                new Command("SCAN", -2, Kind.READ, KeyCommands::scan),
                new Command("KEYS", 2, Kind.READ, KeyCommands::keys),
                new Command(
                        "DBSIZE",
                        1,
                        Kind.READ,
                        call -> call.integer(call.keyspace().count())),
                new Command("DEL", -2, Kind.WRITE, KeyCommands::delete),
                new Command("UNLINK", -2, Kind.WRITE, KeyCommands::delete),
                new Command(
                        "EXPIRE",
                        -3,
                        Kind.WRITE,
                        call -> expire(call, 1000, call.keyspace().nowMillis())),
                new Command(
                        "PEXPIRE",
                        -3,
                        Kind.WRITE,
                        call -> expire(call, 1, call.keyspace().nowMillis())),
                new Command("EXPIREAT", -3, Kind.WRITE, call -> expire(call, 1000, 0)),
                new Command("PEXPIREAT", -3, Kind.WRITE, call -> expire(call, 1, 0)),
                new Command("PERSIST", 2, Kind.WRITE, KeyCommands::persist),
                new Command("FLUSHDB", -1, Kind.WRITE, KeyCommands::flush),
                new Command("FLUSHALL", -1, Kind.WRITE, KeyCommands::flush));
    }

    private static void exists(Call call) {
        int count = 0;
        for (int i = 1; i < call.size(); i++) {
            count += call.keyspace().stored(call.argument(i)) == null ? 0 : 1;
        }
        call.integer(count);
    }

    private static void type(Call call) {
        Entry entry = call.keyspace().find(call.argument(1));
        call.simple(entry == null ? "none" : entry.type().word());
    }

    private static void delete(Call call) {
        for (int i = 1; i < call.size(); i++) {
            Keyspace.checkName(call.argument(i));
        }
        int count = 0;
        for (int i = 1; i < call.size(); i++) {
            count += call.keyspace().delete(call.argument(i)) ? 1 : 0;
        }
        call.integer(count);
    }

    // ---- expiry ----

    private static void timeToLive(Call call, long unitMillis) {
        byte[] stored = call.keyspace().stored(call.argument(1));
        long expires = stored == null ? 0 : Entry.expiresIn(stored);
        if (stored == null || expires == 0) {
            call.integer(stored == null ? -2 : -1);
            return;
        }
        long left = expires - call.keyspace().nowMillis();
        call.integer((left + unitMillis / 2) / unitMillis);
    }

    private static void expireTime(Call call, long unitMillis) {
        byte[] stored = call.keyspace().stored(call.argument(1));
        long expires = stored == null ? 0 : Entry.expiresIn(stored);
        call.integer(stored == null ? -2 : expires == 0 ? -1 : (expires + unitMillis / 2) / unitMillis);
    }

    private static void expire(Call call, long unitMillis, long from) {
        long at = Expiry.any(call, call.integerAt(2), unitMillis, from);
        Entry entry = call.keyspace().find(call.argument(1));
        boolean met = entry != null && meetsCondition(call, entry.expires(), at);
        if (entry != null && met) {
            if (at <= call.keyspace().nowMillis()) {
                call.keyspace().delete(call.argument(1));
            } else {
                call.keyspace().put(call.argument(1), entry.expiring(at));
            }
        }
        call.claim(met);
    }

    private static boolean meetsCondition(Call call, long before, long at) {
        boolean met = true;
        for (int i = 3; i < call.size(); i++) {
            met &= switch (call.word(i)) {
                case "NX" -> before == 0;
                case "XX" -> before != 0;
                case "GT" -> before != 0 && at > before;
                case "LT" -> before == 0 || at < before;
                default -> throw new CommandException("ERR Unsupported option " + call.text(i));
            };
        }
        return met;
    }

    private static void persist(Call call) {
        Entry entry = call.keyspace().find(call.argument(1));
        boolean expires = entry != null && entry.expires() != 0;
        if (entry != null && expires) {
            call.keyspace().put(call.argument(1), entry.expiring(0));
        }
        call.claim(expires);
    }

    // ---- which there are ----

    /** Walks keys in order, from the cursor on; a pattern's beginning is a seek. */
    private static void scan(Call call) {
        ScanArguments asked = ScanArguments.of(call, 2, SCAN_COUNT, SCAN_COUNT_MAX);
        byte[] from = call.session().node().cursors().find(call.argument(1));
        Glob glob = asked.match() == null ? null : new Glob(asked.match());
        List<byte[]> found = new ArrayList<>();
        byte[] stopped = walk(call, glob, from, asked.count(), key -> {
            Entry entry = asked.type().isEmpty() ? null : call.keyspace().find(key);
            if (entry == null || entry.type().word().equals(asked.type())) {
                found.add(key);
            }
        });
        call.array(2);
        call.bulk(call.session().node().cursors().keep(stopped));
        call.array(found.size());
        found.forEach(call::bulk);
    }

    private static void keys(Call call) {
        List<byte[]> found = new ArrayList<>();
        walk(call, new Glob(call.argument(1)), null, Integer.MAX_VALUE, found::add);
        call.array(found.size());
        found.forEach(call::bulk);
    }

    /** Returns the key where a walk is to go on, or null at the end. */
    private static byte @Nullable [] walk(
            Call call, @Nullable Glob glob, byte @Nullable [] from, int countMax, Consumer<byte[]> found) {
        byte[] prefix = Places.entry(glob == null ? new byte[0] : glob.prefix());
        byte[] start = from == null ? prefix : Places.entry(from);
        byte[] first = Arrays.compareUnsigned(start, prefix) < 0 ? prefix : start;
        int looked = 0;
        try (StoreCursor cursor = call.keyspace().data().scan(KeySpace.KEYS, first, Places.behind(prefix), false)) {
            while (cursor.next()) {
                byte[] key = Places.keyOfEntry(cursor.key());
                if (looked++ == countMax) {
                    return key;
                }
                boolean isThere = call.keyspace().isThere(cursor.value());
                if (isThere && (glob == null || glob.matches(key))) {
                    found.accept(key);
                }
            }
        }
        return null;
    }

    private static void flush(Call call) {
        if (call.keyspace().count() > FLUSH_KEYS_MAX) {
            throw new CommandException("ERR too many keys for one commit: keys="
                    + call.keyspace().count() + " (limit: " + FLUSH_KEYS_MAX + "); delete them by SCAN and UNLINK");
        }
        List<byte[]> keys = new ArrayList<>();
        try (StoreCursor cursor =
                call.keyspace().data().scan(KeySpace.KEYS, Places.entry(new byte[0]), Places.behindEntries(), false)) {
            while (cursor.next()) {
                keys.add(Places.keyOfEntry(cursor.key()));
            }
        }
        keys.forEach(call.keyspace()::delete);
        call.ok();
    }
}
