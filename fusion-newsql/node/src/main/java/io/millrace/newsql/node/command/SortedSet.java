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
 * So a set whose scores are all 0, an index of the SQL server, has one element a member. Its entry counts its members, and those whose score is another than 0: written by {@link #save}. Entries
 * of before the second count was there are without it.
 */
final class SortedSet {

    private static final char ORDER = 's';
    private static final char SCORE = 'm';
    private static final byte[] ZERO = Numbers.score(0);
    private static final long UNKNOWN = -1;

    private final Keyspace keyspace;
    private final byte[] key;
    private final @Nullable Entry stored;
    private final Entry entry;
    private final byte[] elements;
    private long count;
    private long scored;
    private boolean changed;

    private SortedSet(Keyspace keyspace, byte[] key, @Nullable Entry stored, Entry entry) {
        this.keyspace = keyspace;
        this.key = key;
        this.stored = stored;
        this.entry = entry;
        this.elements = Places.elements(key, entry.generation());
        this.count = entry.count();
        this.scored = scored(entry);
    }

    private static long scored(Entry entry) {
        byte[] body = entry.body();
        return body.length >= Entry.COLLECTION_BYTES + Long.BYTES
                ? ByteBuffer.wrap(body).getLong(Entry.COLLECTION_BYTES)
                : UNKNOWN;
    }

    /** The set of a key; null if it is not there. */
    static @Nullable SortedSet find(Keyspace keyspace, byte[] key) {
        keyspace.freeze();
        Entry stored = keyspace.find(key, Type.SORTED_SET);
        return stored == null ? null : new SortedSet(keyspace, key, stored, stored);
    }

    /** The set of a key, a new one if it is not there. */
    static SortedSet findOrMake(Keyspace keyspace, byte[] key) {
        SortedSet found = find(keyspace, key);
        return found != null ? found : new SortedSet(keyspace, key, null, none(keyspace.newGeneration()));
    }

    private static Entry none(long generation) {
        return Entry.collection(Type.SORTED_SET, 0, generation).carrying(new byte[Long.BYTES]);
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
        scored(before != null && before != 0, score != 0);
        changed = true;
    }

    private void scored(boolean before, boolean after) {
        if (scored != UNKNOWN && before != after) {
            scored += after ? 1 : -1;
        }
    }

    void remove(byte[] member, double score) {
        keyspace.data().delete(KeySpace.ELEMENTS, order(Numbers.score(score), member));
        if (score != 0) {
            keyspace.data().delete(KeySpace.ELEMENTS, Places.element(elements, SCORE, member));
        }
        count--;
        scored(score != 0, false);
        changed = true;
    }

    void save() {
        if (changed && (count > 0 || stored != null)) {
            Entry counted = entry.counting(count);
            keyspace.putOrDelete(key, scored == UNKNOWN ? counted : counted.carrying(Numbers.bytes(scored)));
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
        byte[] score = scored == 0 ? ZERO : lowestScore();
        byte[] base = Places.element(elements, ORDER, score);
        byte[] behind = Places.behind(base);
        return new Range(min.lowest(this, score, base, behind), max.behindHighest(this, score, base, behind));
    }

    private byte[] lowestScore() {
        try (StoreCursor cursor = cursor(all(), false)) {
            return cursor.next()
                    ? Arrays.copyOfRange(cursor.key(), elements.length + 1, elements.length + 1 + Long.BYTES)
                    : ZERO;
        }
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
        look(range, backwards, (lent, score) -> {
            byte[] member = new byte[lent.remaining()];
            lent.get(member);
            return visitor.member(member, score);
        });
    }

    /** As {@link Visitor}, of members that are lent for the call. */
    interface Looker {

        boolean member(ByteBuffer lent, double score);
    }

    /** As {@link #walk}, without a copy of the members. The looker reads and writes nothing of the set. */
    void look(Range range, boolean backwards, Looker looker) {
        if (isEmpty(range)) {
            return;
        }
        int scoreAt = elements.length + 1;
        try (StoreCursor cursor = cursor(range, backwards)) {
            cursor.forEachKey(place -> {
                double score = Numbers.scoreAt(place, scoreAt);
                return looker.member(place.position(scoreAt + Long.BYTES), score);
            });
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
