package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Streams, without consumer groups. XREAD does not wait: with BLOCK it is refused. */
final class StreamCommands {

    private StreamCommands() {}

    /** An entry that a range holds. */
    private record Found(StreamId id, PackedFields fields) {}

    static List<Command> all() {
        return List.of(
                new Command("XLEN", 2, Kind.READ, StreamCommands::count),
                new Command("XRANGE", -4, Kind.READ, call -> range(call, false)),
                new Command("XREVRANGE", -4, Kind.READ, call -> range(call, true)),
                new Command("XREAD", -4, Kind.READ, StreamCommands::read),
                new Command("XADD", -5, Kind.WRITE, StreamCommands::add),
                new Command("XTRIM", -4, Kind.WRITE, StreamCommands::trim),
                new Command("XDEL", -3, Kind.WRITE, StreamCommands::delete));
    }

    // ---- reading ----

    private static void count(Call call) {
        StreamLog stream = StreamLog.find(call.keyspace(), call.argument(1));
        call.integer(stream == null ? 0 : stream.count());
    }

    private static void range(Call call, boolean backwards) {
        StreamId from = bound(call.text(backwards ? 3 : 2), true);
        StreamId to = bound(call.text(backwards ? 2 : 3), false);
        long count = Long.MAX_VALUE;
        if (call.size() > 4) {
            if (call.size() != 6 || !call.word(4).equals("COUNT")) {
                throw CommandException.syntax();
            }
            count = Math.max(0, call.integerAt(5));
        }
        StreamLog stream = StreamLog.find(call.keyspace(), call.argument(1));
        reply(call, stream == null ? List.of() : find(stream, from, to, backwards, count));
    }

    private static StreamId bound(String text, boolean lower) {
        if (text.equals("-")) {
            return StreamId.LOWEST;
        }
        if (text.equals("+")) {
            return StreamId.HIGHEST;
        }
        boolean exclusive = text.startsWith("(");
        StreamId id = StreamId.of(exclusive ? text.substring(1) : text, lower ? 0 : -1);
        if (!exclusive) {
            return id;
        }
        if (id.equals(lower ? StreamId.HIGHEST : StreamId.LOWEST)) {
            throw new CommandException("ERR invalid start ID for the interval");
        }
        return lower ? id.next() : before(id);
    }

    private static StreamId before(StreamId id) {
        return id.sequence() == 0 ? new StreamId(id.millis() - 1, -1) : new StreamId(id.millis(), id.sequence() - 1);
    }

    private static List<Found> find(StreamLog stream, StreamId from, StreamId to, boolean backwards, long count) {
        List<Found> found = new ArrayList<>();
        if (count > 0) {
            stream.walk(from, to, backwards, (id, fields) -> {
                found.add(new Found(id, fields));
                return found.size() < count;
            });
        }
        return found;
    }

    private static void reply(Call call, List<Found> entries) {
        call.array(entries.size());
        for (Found entry : entries) {
            call.array(2);
            call.bulk(entry.id().text());
            call.array(2 * entry.fields().count());
            entry.fields().forEach((bytes, field, fieldLength, value, valueLength) -> {
                call.bulk(bytes, field, fieldLength);
                call.bulk(bytes, value, valueLength);
            });
        }
    }

    private static void read(Call call) {
        long count = Long.MAX_VALUE;
        int at = 1;
        for (; !call.word(at).equals("STREAMS"); at += 2) {
            switch (call.word(at)) {
                case "COUNT" -> count = call.integerAt(at + 1) <= 0 ? Long.MAX_VALUE : call.integerAt(at + 1);
                case "BLOCK" -> throw new CommandException("ERR XREAD with BLOCK is not supported; read again later");
                default -> throw CommandException.syntax();
            }
        }
        int streams = (call.size() - at - 1) / 2;
        if (streams == 0 || (call.size() - at - 1) % 2 != 0) {
            throw new CommandException(
                    "ERR Unbalanced 'xread' list of streams: for each stream key an ID, '+', or '$' must be specified.");
        }
        readAll(call, at + 1, streams, count);
    }

    private static void readAll(Call call, int first, int streams, long count) {
        List<Integer> keys = new ArrayList<>();
        List<List<Found>> entries = new ArrayList<>();
        for (int i = first; i < first + streams; i++) {
            StreamLog stream = StreamLog.find(call.keyspace(), call.argument(i));
            String id = call.text(i + streams);
            StreamId after = id.equals("$") ? null : StreamId.of(id, 0);
            if (stream != null && after != null && !after.equals(StreamId.HIGHEST)) {
                List<Found> found = find(stream, after.next(), StreamId.HIGHEST, false, count);
                if (!found.isEmpty()) {
                    keys.add(i);
                    entries.add(found);
                }
            }
        }
        if (keys.isEmpty()) {
            call.missingArray();
            return;
        }
        if (call.isResp3()) {
            call.map(keys.size());
        } else {
            call.array(keys.size());
        }
        for (int i = 0; i < keys.size(); i++) {
            if (!call.isResp3()) {
                call.array(2);
            }
            call.bulk(call.argument(keys.get(i)));
            reply(call, entries.get(i));
        }
    }

    // ---- writing ----

    private static void add(Call call) {
        boolean make = true;
        TrimOptions trim = null;
        int at = 2;
        for (boolean isOption = true; isOption; ) {
            String word = call.word(at);
            if (word.equals("NOMKSTREAM")) {
                make = false;
                at++;
            } else if (word.equals("MAXLEN") || word.equals("MINID")) {
                trim = TrimOptions.of(call, at);
                at = trim.next();
            } else {
                isOption = false;
            }
        }
        int fields = call.size() - at - 1;
        if (fields <= 0 || fields % 2 != 0) {
            throw new CommandException("ERR wrong number of arguments for 'xadd' command");
        }
        checkId(call.text(at));
        StreamLog found = StreamLog.find(call.keyspace(), call.argument(1));
        if (found == null && !make) {
            call.missing();
            return;
        }
        StreamId last = found == null ? StreamId.LOWEST : found.last();
        StreamId id = newId(call.text(at), last, call.keyspace().nowMillis());
        StreamLog stream = found == null ? StreamLog.make(call.keyspace(), call.argument(1)) : found;
        append(call, stream, id, at + 1, trim);
    }

    private static void append(Call call, StreamLog stream, StreamId id, int firstField, @Nullable TrimOptions trim) {
        List<byte[]> both = new ArrayList<>();
        for (int i = firstField; i < call.size(); i++) {
            both.add(call.argument(i));
        }
        stream.add(id, PackedFields.of(both));
        if (trim != null) {
            trim.apply(stream);
        }
        stream.save();
        call.bulk(id.text());
    }

    /** What is wrong with an ID whatever the stream holds; Redis looks at it before it looks at the key. */
    private static void checkId(String asked) {
        if (asked.equals("*")) {
            return;
        }
        boolean counts = asked.endsWith("-*");
        StreamId id = StreamId.of(counts ? asked.substring(0, asked.length() - 2) : asked, 0);
        if (!counts && id.equals(StreamId.LOWEST)) {
            throw new CommandException("ERR The ID specified in XADD must be greater than 0-0");
        }
    }

    private static StreamId newId(String asked, StreamId last, long nowMillis) {
        if (asked.equals("*")) {
            return Long.compareUnsigned(nowMillis, last.millis()) > 0 ? new StreamId(nowMillis, 0) : last.next();
        }
        boolean counts = asked.endsWith("-*");
        StreamId id;
        if (counts) {
            long millis = StreamId.of(asked.substring(0, asked.length() - 2), 0).millis();
            id = millis == last.millis() ? last.next() : new StreamId(millis, 0);
        } else {
            id = StreamId.of(asked, 0);
        }
        if (id.compareTo(last) <= 0) {
            throw new CommandException(
                    "ERR The ID specified in XADD is equal or smaller than the target stream top item");
        }
        return id;
    }

    private static void trim(Call call) {
        TrimOptions options = TrimOptions.of(call, 2);
        if (options.next() != call.size()) {
            throw CommandException.syntax();
        }
        StreamLog stream = StreamLog.find(call.keyspace(), call.argument(1));
        long removed = 0;
        if (stream != null) {
            removed = options.apply(stream);
            stream.save();
        }
        call.integer(removed);
    }

    private static void delete(Call call) {
        List<StreamId> ids =
                Arrays.stream(call.texts(2)).map(text -> StreamId.of(text, 0)).toList();
        StreamLog stream = StreamLog.find(call.keyspace(), call.argument(1));
        int removed = 0;
        if (stream != null) {
            for (StreamId id : ids) {
                removed += stream.remove(id) ? 1 : 0;
            }
            stream.save();
        }
        call.integer(removed);
    }
}
