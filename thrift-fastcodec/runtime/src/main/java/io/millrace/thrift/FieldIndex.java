package io.millrace.thrift;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Where the fields of one struct of the binary protocol lie, as one scan found them; of several with one id the last counts. */
final class FieldIndex {
    /** Bytes of a field's header. */
    static final int HEADER = 3;

    private final int[] headers;

    /** By ordinal, two each: where the value begins, 0 if there is none, and where it ends. */
    private final int[] places;

    /** Fields that a later one overrides, two numbers each: where the header begins and the value ends; null as long as there are none. */
    private @Nullable IntList overridden;

    private final int end;

    /** Scans the struct that begins at {@code start}. */
    FieldIndex(BinaryInput in, int start, int[] headers) {
        this.headers = headers;
        this.places = new int[headers.length * 2];
        this.end = scan(in, start);
    }

    private int scan(BinaryInput in, int start) {
        in.enter(start, 0);
        int at = start;
        int expected = 0;
        for (int field = in.field(at); field != 0; field = in.field(at)) {
            int next = BinarySkip.value(in, field >> 16, at + HEADER);
            int ordinal = expected < headers.length && headers[expected] >>> 8 == field ? expected : ordinalOf(field);
            if (ordinal >= 0) {
                if (places[ordinal * 2] != 0) {
                    override(places[ordinal * 2] - HEADER, places[ordinal * 2 + 1]);
                }
                places[ordinal * 2] = at + HEADER;
                places[ordinal * 2 + 1] = next;
                expected = ordinal + 1;
            }
            at = next;
        }
        return at + 1;
    }

    private int ordinalOf(int field) {
        for (int ordinal = 0; ordinal < headers.length; ordinal++) {
            if (headers[ordinal] >>> 8 == field) {
                return ordinal;
            }
        }
        return -1;
    }

    private void override(int from, int to) {
        IntList before = overridden;
        if (before == null) {
            before = new IntList();
            overridden = before;
        }
        before.add(from);
        before.add(to);
    }

    int count() {
        return headers.length;
    }

    /** {@code type << 24 | id << 8}. */
    int header(int ordinal) {
        return headers[ordinal];
    }

    /** Where the field's value begins, or 0 if the field is not there. */
    int place(int ordinal) {
        return places[ordinal * 2];
    }

    boolean has(int ordinal) {
        return places[ordinal * 2] != 0;
    }

    /** Behind the struct's STOP. */
    int end() {
        return end;
    }

    /** Fields that are not to be written as they lie: those that {@code changes} names, and the overridden ones; in their order. */
    Cut[] cuts(byte[][] changes) {
        IntList dropped = overridden;
        Cut[] cuts = new Cut[changes.length + (dropped == null ? 0 : dropped.size() / 2)];
        int count = 0;
        for (int ordinal = 0; ordinal < changes.length; ordinal++) {
            if (changes[ordinal] != null && has(ordinal)) {
                cuts[count++] = new Cut(places[ordinal * 2] - HEADER, places[ordinal * 2 + 1], ordinal);
            }
        }
        for (int i = 0; dropped != null && i < dropped.size(); i += 2) {
            cuts[count++] = new Cut(dropped.get(i), dropped.get(i + 1), -1);
        }
        Cut[] sorted = Arrays.copyOf(cuts, count);
        Arrays.sort(sorted);
        return sorted;
    }

    /** A field from its header to its end, with what it is; the ordinal is -1 for one that is only left out. */
    record Cut(int from, int to, int ordinal) implements Comparable<Cut> {
        @Override
        public int compareTo(Cut other) {
            return Integer.compare(from, other.from);
        }
    }
}
