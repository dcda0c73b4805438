package io.millrace.newsql.node.command;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.command.Entry.Type;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A sorted set over its elements.
 *
 * <pre>
 *  's' | score:8 | member    in the order of the set: by score, then by member; without a value
 *  'm' | member              its score, unless that is 0
 * </pre>
 *
 * So a set whose scores are all 0, an index of the SQL server, has one entry a member. The count is written by {@link #save}.
 */
final class SortedSet {

    private static final char ORDER = 's';
    private static final char SCORE = 'm';
    private static final byte[] ZERO = Numbers.score(0);

    private final Keyspace keyspace;
    private final byte[] key;
    private final @Nullable Entry stored;
    private final Entry entry;
    private final byte[] elements;
    private long count;
    private boolean changed;

    private SortedSet(Keyspace keyspace, byte[] key, @Nullable Entry stored, Entry entry) {
        this.keyspace = keyspace;
        this.key = key;
        this.stored = stored;
        this.entry = entry;
        this.elements = Places.elements(key, entry.generation());
        this.count = entry.count();
    }

    /** The set of a key; null if it is not there. */
    static @Nullable SortedSet find(Keyspace keyspace, byte[] key) {
        keyspace.data().freeze();
        Entry stored = keyspace.find(key, Type.SORTED_SET);
        return stored == null ? null : new SortedSet(keyspace, key, stored, stored);
    }

    /** The set of a key, a new one if it is not there. */
    static SortedSet findOrMake(Keyspace keyspace, byte[] key) {
        SortedSet found = find(keyspace, key);
        return found != null
                ? found
                : new SortedSet(keyspace, key, null, Entry.collection(Type.SORTED_SET, 0, keyspace.newGeneration()));
    }

    long count() {
        return count;
    }

    @Nullable
    Double score(byte[] member) {
        if (get(order(ZERO, member)) != null) {
            return 0.0;
        }
        byte[] score = get(Places.element(elements, SCORE, member));
        return score == null ? null : Numbers.scoreAt(score, 0);
    }

    private byte @Nullable [] get(byte[] place) {
        return keyspace.data().get(KeySpace.ELEMENTS, place);
    }

    private byte[] order(byte[] score, byte[] member) {
        byte[] both = Arrays.copyOf(score, score.length + member.length);
        System.arraycopy(member, 0, both, score.length, member.length);
        return Places.element(elements, ORDER, both);
    }

    // ---- writing ----

    /** @param before its score until now, or null if it is new */
    void put(byte[] member, double score, @Nullable Double before) {
        byte[] ordered = Numbers.score(score);
        if (before != null) {
            keyspace.data().delete(KeySpace.ELEMENTS, order(Numbers.score(before), member));
        } else {
            count++;
        }
        keyspace.data().put(KeySpace.ELEMENTS, order(ordered, member), new byte[0]);
        if (score != 0) {
            keyspace.data().put(KeySpace.ELEMENTS, Places.element(elements, SCORE, member), ordered);
        } else if (before != null && before != 0) {
            keyspace.data().delete(KeySpace.ELEMENTS, Places.element(elements, SCORE, member));
        }
        changed = true;
    }

    void remove(byte[] member, double score) {
        keyspace.data().delete(KeySpace.ELEMENTS, order(Numbers.score(score), member));
        if (score != 0) {
            keyspace.data().delete(KeySpace.ELEMENTS, Places.element(elements, SCORE, member));
        }
        count--;
        changed = true;
    }

    void save() {
        if (changed && (count > 0 || stored != null)) {
            keyspace.putOrDelete(key, entry.counting(count));
        }
    }

    // ---- ranges ----

    /** A part of the order: places, from one on, up to but without another. */
    record Range(byte[] from, byte @Nullable [] to) {}

    Range all() {
        byte[] prefix = Places.element(elements, ORDER, new byte[0]);
        return new Range(prefix, Places.behind(prefix));
    }

    Range byScore(ScoreBound min, ScoreBound max) {
        byte[] low = Places.element(elements, ORDER, Numbers.score(min.score()));
        byte[] high = Places.element(elements, ORDER, Numbers.score(max.score()));
        byte[] from = min.isExclusive() ? Places.behind(low) : low;
        return new Range(from == null ? low : from, max.isExclusive() ? high : Places.behind(high));
    }

    /** Of members whose score is the lowest of the set: the order by members means something only where all scores are the same. */
    Range byMember(MemberBound min, MemberBound max) {
        byte[] score = ZERO;
        try (StoreCursor cursor = cursor(all(), false)) {
            if (cursor.next()) {
                score = Arrays.copyOfRange(cursor.key(), elements.length + 1, elements.length + 1 + Long.BYTES);
            }
        }
        byte[] base = Places.element(elements, ORDER, score);
        byte[] behind = Places.behind(base);
        return new Range(min.lowest(this, score, base, behind), max.behindHighest(this, score, base, behind));
    }

    byte[] placeOf(byte[] score, byte[] member) {
        return order(score, member);
    }

    /** Whether a range is empty whatever there is. */
    private static boolean isEmpty(Range range) {
        return range.to() != null && Arrays.compareUnsigned(range.from(), range.to()) >= 0;
    }

    /** Members in order; false ends the walk. */
    interface Visitor {

        boolean member(byte[] member, double score);
    }

    void walk(Range range, boolean backwards, Visitor visitor) {
        if (isEmpty(range)) {
            return;
        }
        try (StoreCursor cursor = cursor(range, backwards)) {
            boolean goOn = true;
            while (goOn && cursor.next()) {
                byte[] place = cursor.key();
                byte[] member = Arrays.copyOfRange(place, elements.length + 1 + Long.BYTES, place.length);
                goOn = visitor.member(member, Numbers.scoreAt(place, elements.length + 1));
            }
        }
    }

    private StoreCursor cursor(Range range, boolean backwards) {
        return keyspace.data().scan(KeySpace.ELEMENTS, range.from(), range.to(), backwards);
    }

    /** Score and member, as one to go on with. */
    static byte[] positionOf(byte[] member, double score) {
        return ByteBuffer.allocate(Long.BYTES + member.length)
                .put(Numbers.score(score))
                .put(member)
                .array();
    }

    Range from(byte @Nullable [] position) {
        Range all = all();
        return position == null ? all : new Range(Places.element(elements, ORDER, position), all.to());
    }
}
