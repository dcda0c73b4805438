package io.millrace.newsql.conformance;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of a random query: a text with holes, and the parts that fill them.
 *
 * @param kind what it gives
 * @param text the text; each {@link #HOLE} stands for the next part
 * @param parts as many as there are holes
 */
record QueryPart(Kind kind, String text, List<QueryPart> parts) {

    /** What a part gives; parts of one kind can stand for each other. */
    enum Kind {
        NUMBER("NULL", "0", "1", "-7"),
        TEXT("NULL", "''", "'a'", "'12x'"),
        DATE("NULL", "DATE'2024-02-29'"),
        TRUTH("NULL", "TRUE", "FALSE"),
        /** Keeps its form when a query is made smaller, but may go as a whole. */
        CLAUSE("");

        private final List<String> smallest;

        Kind(String... smallest) {
            this.smallest = List.of(smallest);
        }
    }

    static final char HOLE = '\u0001';

    static QueryPart of(Kind kind, String text, QueryPart... parts) {
        return new QueryPart(kind, text, List.of(parts));
    }

    /** The text with its holes filled. */
    String sql() {
        StringBuilder sql = new StringBuilder();
        write(sql);
        return sql.toString();
    }

    private void write(StringBuilder out) {
        int next = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == HOLE) {
                parts.get(next++).write(out);
            } else {
                out.append(c);
            }
        }
    }

    /** Smaller queries that this one can become in one step: a part in the place of its whole, or a literal. */
    List<QueryPart> smaller() {
        List<QueryPart> candidates = new ArrayList<>();
        for (String literal : kind.smallest) {
            if (text.length() > literal.length() || !parts.isEmpty()) {
                candidates.add(of(kind, literal));
            }
        }
        for (QueryPart part : parts) {
            part.collect(kind, candidates);
        }
        for (int i = 0; i < parts.size(); i++) {
            for (QueryPart part : parts.get(i).smaller()) {
                List<QueryPart> others = new ArrayList<>(parts);
                others.set(i, part);
                candidates.add(new QueryPart(kind, text, others));
            }
        }
        return candidates;
    }

    /** The nearest parts below that could stand for the whole. */
    private void collect(Kind wanted, List<QueryPart> into) {
        if (kind == wanted && kind != Kind.CLAUSE) {
            into.add(this);
        } else {
            parts.forEach(part -> part.collect(wanted, into));
        }
    }
}
