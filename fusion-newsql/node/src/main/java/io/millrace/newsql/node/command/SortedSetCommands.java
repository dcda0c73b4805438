package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Members of sorted sets and their scores; ranges are in {@link SortedSetRanges}. */
final class SortedSetCommands {

    private static final int SCAN_COUNT = 10;
    private static final int SCAN_COUNT_MAX = 10_000;

    private SortedSetCommands() {}

    static List<Command> all() {
        return List.of(
                new Command("ZSCORE", 3, Kind.READ, call -> reply(call, score(call, 2))),
                new Command("ZMSCORE", -3, Kind.READ, SortedSetCommands::scores),
                new Command("ZCARD", 2, Kind.READ, SortedSetCommands::count),
                new Command("ZRANK", 3, Kind.READ, call -> rank(call, false)),
                new Command("ZREVRANK", 3, Kind.READ, call -> rank(call, true)),
                new Command("ZSCAN", -3, Kind.READ, SortedSetCommands::scan),
                new Command("ZADD", -4, Kind.WRITE, SortedSetCommands::add),
                new Command("ZINCRBY", 4, Kind.WRITE, SortedSetCommands::increment),
                new Command("ZREM", -3, Kind.WRITE, SortedSetCommands::remove),
                new Command("ZPOPMIN", -2, Kind.WRITE, call -> pop(call, false)),
                new Command("ZPOPMAX", -2, Kind.WRITE, call -> pop(call, true)));
    }

    private static void reply(Call call, @Nullable Double score) {
        if (score == null) {
            call.missing();
        } else {
            call.real(score);
        }
    }

    // ---- reading ----

    private static @Nullable Double score(Call call, int argument) {
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        return set == null ? null : set.score(call.argument(argument));
    }

    private static void scores(Call call) {
        List<@Nullable Double> scores = new ArrayList<>();
        for (int i = 2; i < call.size(); i++) {
            scores.add(score(call, i));
        }
        call.array(scores.size());
        scores.forEach(score -> reply(call, score));
    }

    private static void count(Call call) {
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        call.integer(set == null ? 0 : set.count());
    }

    /** Walks up to the member: ranks are not stored. */
    private static void rank(Call call, boolean backwards) {
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        Double score = set == null ? null : set.score(call.argument(2));
        if (set == null || score == null) {
            call.missing();
            return;
        }
        long[] rank = {0};
        set.walk(set.all(), backwards, (member, at) -> {
            boolean isIt = Arrays.equals(member, call.argument(2));
            rank[0] += isIt ? 0 : 1;
            return !isIt;
        });
        call.integer(rank[0]);
    }

    private static void scan(Call call) {
        ScanArguments asked = ScanArguments.of(call, 3, SCAN_COUNT, SCAN_COUNT_MAX);
        byte[] from = call.session().node().cursors().find(call.argument(2));
        Glob glob = asked.match() == null ? null : new Glob(asked.match());
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        List<byte[]> found = new ArrayList<>();
        byte @Nullable [][] stopped = new byte[1][];
        int[] looked = {0};
        if (set != null) {
            set.walk(set.from(from), false, (member, score) -> {
                if (looked[0]++ == asked.count()) {
                    stopped[0] = SortedSet.positionOf(member, score);
                    return false;
                }
                if (glob == null || glob.matches(member)) {
                    found.add(member);
                    found.add(call.textOf(score));
                }
                return true;
            });
        }
        call.array(2);
        call.bulk(call.session().node().cursors().keep(stopped[0]));
        call.array(found.size());
        found.forEach(call::bulk);
    }

    // ---- writing ----

    private static void add(Call call) {
        AddOptions options = AddOptions.of(call);
        List<Double> scores = new ArrayList<>();
        for (int i = options.first(); i < call.size(); i += 2) {
            scores.add(notNaN(call.realAt(i)));
            checkMember(call, i + 1);
        }
        SortedSet set = findOrMake(call, options);
        Addition added = new Addition(options);
        if (set != null) {
            for (int i = 0; i < scores.size(); i++) {
                added.add(set, call.argument(options.first() + 2 * i + 1), scores.get(i));
            }
            set.save();
        }
        if (options.increments()) {
            reply(call, added.last);
        } else {
            call.integer(options.countsChanges() ? added.added + added.changed : added.added);
        }
    }

    private static @Nullable SortedSet findOrMake(Call call, AddOptions options) {
        return options.onlyOld()
                ? SortedSet.find(call.keyspace(), call.argument(1))
                : SortedSet.findOrMake(call.keyspace(), call.argument(1));
    }

    private static double notNaN(double score) {
        if (Double.isNaN(score)) {
            throw CommandException.notAFloat();
        }
        return score;
    }

    private static void checkMember(Call call, int argument) {
        int length = call.argument(1).length + call.argument(argument).length;
        if (length > Places.NAME_BYTES_MAX) {
            throw CommandException.tooLong(length);
        }
    }

    /** What a ZADD has done so far. */
    private static final class Addition {

        private final AddOptions options;
        private int added;
        private int changed;
        private @Nullable Double last;

        Addition(AddOptions options) {
            this.options = options;
        }

        void add(SortedSet set, byte[] member, double asked) {
            Double before = set.score(member);
            last = null;
            if (!options.allowsMember(before != null)) {
                return;
            }
            double score = options.increments() && before != null ? before + asked : asked;
            if (Double.isNaN(score)) {
                throw new CommandException("ERR resulting score is not a number (NaN)");
            }
            if (before != null && !options.allowsScore(before, score)) {
                return;
            }
            last = score;
            if (before == null) {
                added++;
            } else if (before != score) {
                changed++;
            } else {
                return;
            }
            set.put(member, score, before);
        }
    }

    private static void increment(Call call) {
        double change = notNaN(call.realAt(2));
        checkMember(call, 3);
        SortedSet set = SortedSet.findOrMake(call.keyspace(), call.argument(1));
        Double before = set.score(call.argument(3));
        double score = (before == null ? 0 : before) + change;
        if (Double.isNaN(score)) {
            throw new CommandException("ERR resulting score is not a number (NaN)");
        }
        set.put(call.argument(3), score, before);
        set.save();
        call.real(score);
    }

    private static void remove(Call call) {
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        int removed = 0;
        if (set != null) {
            for (int i = 2; i < call.size(); i++) {
                checkMember(call, i);
            }
            for (int i = 2; i < call.size(); i++) {
                Double score = set.score(call.argument(i));
                if (score != null) {
                    set.remove(call.argument(i), score);
                    removed++;
                }
            }
            set.save();
        }
        call.integer(removed);
    }

    private static void pop(Call call, boolean highest) {
        if (call.size() > 3) {
            throw CommandException.syntax();
        }
        long count = call.size() == 3 ? call.integerAt(2, 0, Integer.MAX_VALUE) : 1;
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        List<byte[]> members = new ArrayList<>();
        List<Double> scores = new ArrayList<>();
        if (set != null && count > 0) {
            set.walk(set.all(), highest, (member, score) -> {
                members.add(member);
                scores.add(score);
                return members.size() < count;
            });
            for (int i = 0; i < members.size(); i++) {
                set.remove(members.get(i), scores.get(i));
            }
            set.save();
        }
        boolean pairs = call.isResp3() && call.size() == 3;
        call.array(pairs ? members.size() : 2 * members.size());
        for (int i = 0; i < members.size(); i++) {
            if (pairs) {
                call.array(2);
            }
            call.bulk(members.get(i));
            call.real(scores.get(i));
        }
    }
}
