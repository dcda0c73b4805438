package io.millrace.newsql.node.command;

import io.millrace.newsql.node.command.Command.Kind;
import io.millrace.newsql.node.command.SortedSet.Range;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Ranges of sorted sets: by rank, score and member. */
final class SortedSetRanges {

    private SortedSetRanges() {}

    /** By what a range is named. */
    private enum By {
        RANK,
        SCORE,
        MEMBER
    }

    /** A member that a range holds. */
    private record Found(byte[] member, double score) {}

    /**
     * What a range command asks for.
     *
     * @param offset members to leave out at the beginning
     * @param count the most to give; negative for all
     */
    private record Asked(By by, boolean backwards, boolean withScores, long offset, long count) {}

    static List<Command> all() {
        return List.of(
                new Command("ZRANGE", -4, Kind.READ, call -> range(call, null, false)),
                new Command("ZREVRANGE", -4, Kind.READ, call -> range(call, By.RANK, true)),
                new Command("ZRANGEBYSCORE", -4, Kind.READ, call -> range(call, By.SCORE, false)),
                new Command("ZREVRANGEBYSCORE", -4, Kind.READ, call -> range(call, By.SCORE, true)),
                new Command("ZRANGEBYLEX", -4, Kind.READ, call -> range(call, By.MEMBER, false)),
                new Command("ZREVRANGEBYLEX", -4, Kind.READ, call -> range(call, By.MEMBER, true)),
                new Command("ZCOUNT", 4, Kind.READ, call -> count(call, By.SCORE)),
                new Command("ZLEXCOUNT", 4, Kind.READ, call -> count(call, By.MEMBER)),
                new Command("ZREMRANGEBYRANK", 4, Kind.WRITE, call -> remove(call, By.RANK)),
                new Command("ZREMRANGEBYSCORE", 4, Kind.WRITE, call -> remove(call, By.SCORE)),
                new Command("ZREMRANGEBYLEX", 4, Kind.WRITE, call -> remove(call, By.MEMBER)));
    }

    private static void range(Call call, @Nullable By by, boolean backwards) {
        Asked asked = options(call, by, backwards);
        boolean pairs = asked.withScores() && call.isResp3();
        try (ReplyElements elements = call.elements()) {
            look(call, asked, (member, score) -> {
                if (pairs) {
                    elements.array(2);
                }
                elements.bulk(member);
                if (asked.withScores()) {
                    elements.real(score);
                }
                return elements.next();
            });
            elements.reply(asked.withScores() && !pairs ? 2 : 1);
        }
    }

    private static Asked options(Call call, @Nullable By fixed, boolean backwards) {
        By by = fixed == null ? By.RANK : fixed;
        boolean reverse = backwards;
        boolean withScores = false;
        long offset = 0;
        long count = -1;
        boolean limited = false;
        for (int i = 4; i < call.size(); i++) {
            String word = call.word(i);
            if (word.equals("WITHSCORES")) {
                withScores = true;
            } else if (word.equals("LIMIT")) {
                offset = call.integerAt(i + 1);
                count = call.integerAt(i + 2);
                limited = true;
                i += 2;
            } else if (fixed == null && word.equals("REV")) {
                reverse = true;
            } else if (fixed == null && word.equals("BYSCORE")) {
                by = By.SCORE;
            } else if (fixed == null && word.equals("BYLEX")) {
                by = By.MEMBER;
            } else {
                throw CommandException.syntax();
            }
        }
        if (limited && by == By.RANK) {
            throw new CommandException(
                    "ERR syntax error, LIMIT is only supported in combination with either BYSCORE or BYLEX");
        }
        if (withScores && by == By.MEMBER) {
            throw new CommandException("ERR syntax error, WITHSCORES not supported in combination with BYLEX");
        }
        return new Asked(by, reverse, withScores, offset, count);
    }

    private static List<Found> find(Call call, Asked asked) {
        List<Found> found = new ArrayList<>();
        look(call, asked, (lent, score) -> {
            byte[] member = new byte[lent.remaining()];
            lent.get(member);
            return found.add(new Found(member, score));
        });
        return found;
    }

    /** Shows what is asked for, in order. */
    private static void look(Call call, Asked asked, SortedSet.Looker looker) {
        // What the arguments say is checked even where there is no set.
        int low = asked.backwards() && asked.by() != By.RANK ? 3 : 2;
        int high = 5 - low;
        checkBounds(call, asked.by(), low, high);
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        if (set == null || asked.offset() < 0) {
            return;
        }
        if (asked.by() == By.RANK) {
            byRank(set, call.integerAt(2), call.integerAt(3), asked, looker);
        } else {
            look(set, range(call, set, asked.by(), low, high), asked, looker);
        }
    }

    private static void checkBounds(Call call, By by, int low, int high) {
        switch (by) {
            case RANK -> {
                call.integerAt(low);
                call.integerAt(high);
            }
            case SCORE -> {
                ScoreBound.of(call.argument(low));
                ScoreBound.of(call.argument(high));
            }
            case MEMBER -> {
                MemberBound.of(call.argument(low));
                MemberBound.of(call.argument(high));
            }
        }
    }

    private static Range range(Call call, SortedSet set, By by, int low, int high) {
        return by == By.SCORE
                ? set.byScore(ScoreBound.of(call.argument(low)), ScoreBound.of(call.argument(high)))
                : set.byMember(MemberBound.of(call.argument(low)), MemberBound.of(call.argument(high)));
    }

    /** Walks past the members before the range: ranks are not stored. */
    private static void byRank(SortedSet set, long start, long end, Asked asked, SortedSet.Looker looker) {
        long first = Math.max(0, start < 0 ? set.count() + start : start);
        long last = Math.min(set.count() - 1, end < 0 ? set.count() + end : end);
        if (first <= last) {
            look(set, set.all(), new Asked(By.RANK, asked.backwards(), false, first, last - first + 1), looker);
        }
    }

    private static void look(SortedSet set, Range range, Asked asked, SortedSet.Looker looker) {
        if (asked.count() == 0) {
            return;
        }
        long[] seen = {0};
        boolean isAll = asked.count() < 0 || asked.count() > Long.MAX_VALUE - asked.offset();
        long behind = isAll ? Long.MAX_VALUE : asked.offset() + asked.count();
        set.look(range, asked.backwards(), (member, score) -> {
            long index = seen[0]++;
            return index < asked.offset() || looker.member(member, score) && index + 1 < behind;
        });
    }

    private static void count(Call call, By by) {
        checkBounds(call, by, 2, 3);
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        long[] count = {0};
        if (set != null) {
            set.look(range(call, set, by, 2, 3), false, (member, score) -> {
                count[0]++;
                return true;
            });
        }
        call.integer(count[0]);
    }

    private static void remove(Call call, By by) {
        List<Found> found = find(call, new Asked(by, false, false, 0, -1));
        SortedSet set = SortedSet.find(call.keyspace(), call.argument(1));
        if (set != null) {
            found.forEach(member -> set.remove(member.member(), member.score()));
            set.save();
        }
        call.integer(found.size());
    }
}
