package io.millrace.newsql.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A path into documents: {@code $.a[0].*}, {@code $**.b}, {@code $[last]}, {@code $[1 to 3]}. Immutable. */
public final class JsonPath {

    private enum Kind {
        MEMBER,
        ANY_MEMBER,
        ELEMENTS,
        ANY_ELEMENT,
        DESCENDANTS
    }

    /** An end of a range of elements. @param fromLast whether it counts back from the last one */
    private record Place(int index, boolean fromLast) {
        int of(int size) {
            return fromLast ? size - 1 - index : index;
        }
    }

    private record Leg(Kind kind, String name, Place from, Place to) {
        boolean isWild() {
            return kind == Kind.ANY_MEMBER || kind == Kind.ANY_ELEMENT || kind == Kind.DESCENDANTS || !from.equals(to);
        }
    }

    private static final Place FIRST = new Place(0, false);

    private final List<Leg> legs;

    private JsonPath(List<Leg> legs) {
        this.legs = legs;
    }

    /** @throws JsonException for what is no path */
    public static JsonPath parse(String text) {
        return new Parser(text).path();
    }

    /** Whether it may name several values. */
    public boolean isWild() {
        return legs.stream().anyMatch(Leg::isWild);
    }

    public boolean isRoot() {
        return legs.isEmpty();
    }

    // ---- finding ----

    /** All values that it names, in the order of the document. */
    public List<Object> find(Object document) {
        List<Object> found = new ArrayList<>();
        find(document, 0, found);
        return found;
    }

    private void find(Object value, int index, List<Object> found) {
        if (index == legs.size()) {
            if (found.stream().noneMatch(each -> each == value && (value instanceof Map || value instanceof List))) {
                found.add(value);
            }
            return;
        }
        Leg leg = legs.get(index);
        switch (leg.kind()) {
            case MEMBER -> {
                Object member = value instanceof Map<?, ?> map ? map.get(leg.name()) : null;
                if (member != null) {
                    find(member, index + 1, found);
                }
            }
            case ANY_MEMBER -> {
                if (value instanceof Map<?, ?> map) {
                    map.values().forEach(each -> find(Objects.requireNonNull(each), index + 1, found));
                }
            }
            case ELEMENTS -> {
                List<?> list = value instanceof List<?> array ? array : List.of(value);
                int to = Math.min(leg.to().of(list.size()), list.size() - 1);
                for (int i = Math.max(0, leg.from().of(list.size())); i <= to; i++) {
                    find(Objects.requireNonNull(list.get(i)), index + 1, found);
                }
            }
            case ANY_ELEMENT -> {
                if (value instanceof List<?> list) {
                    list.forEach(each -> find(Objects.requireNonNull(each), index + 1, found));
                }
            }
            default -> descend(value, index, found);
        }
    }

    private void descend(Object value, int index, List<Object> found) {
        find(value, index + 1, found);
        Iterable<?> children =
                value instanceof Map<?, ?> map ? map.values() : value instanceof List<?> list ? list : List.of();
        for (Object child : children) {
            descend(Objects.requireNonNull(child), index, found);
        }
    }

    // ---- changing ----

    /** What may happen to the place that a path names. */
    public enum Change {
        SET,
        INSERT,
        REPLACE,
        REMOVE
    }

    /** The document with the place changed; the same one, changed inside, if the place is below its root. */
    public Object change(Object document, @Nullable Object value, Change change) {
        if (legs.isEmpty()) {
            return value != null && change != Change.INSERT ? value : document;
        }
        List<Object> owners = new JsonPath(legs.subList(0, legs.size() - 1)).find(document);
        Leg leg = legs.get(legs.size() - 1);
        Object root = document;
        for (Object owner : owners) {
            if (leg.kind() == Kind.MEMBER && owner instanceof Map) {
                changeMember(Json.object(owner), leg.name(), value, change);
            } else if (leg.kind() == Kind.ELEMENTS && owner instanceof List) {
                changeElement(Json.array(owner), leg.from(), value, change);
            } else if (leg.kind() == Kind.ELEMENTS && value != null && change != Change.REMOVE) {
                Object wrapped = changeScalar(owner, leg.from(), value, change);
                if (wrapped != owner) {
                    root = new JsonPath(legs.subList(0, legs.size() - 1)).change(root, wrapped, Change.REPLACE);
                }
            }
        }
        return root;
    }

    private static void changeMember(Map<String, Object> map, String name, @Nullable Object value, Change change) {
        boolean there = map.containsKey(name);
        if (value == null) {
            map.remove(name);
        } else if (change == Change.SET || change == Change.INSERT && !there || change == Change.REPLACE && there) {
            map.put(name, value);
        }
    }

    private static void changeElement(List<Object> list, Place place, @Nullable Object value, Change change) {
        int index = place.of(list.size());
        boolean there = index >= 0 && index < list.size();
        if (value == null) {
            if (there) {
                list.remove(index);
            }
        } else if (there && (change == Change.SET || change == Change.REPLACE)) {
            list.set(index, value);
        } else if (!there && (change == Change.SET || change == Change.INSERT)) {
            list.add(index < 0 ? 0 : list.size(), value);
        }
    }

    /** A scalar is its own element 0; one more makes it an array. */
    private static Object changeScalar(Object owner, Place place, Object value, Change change) {
        int index = place.of(1);
        if (index == 0) {
            return change == Change.INSERT ? owner : value;
        }
        if (change == Change.REPLACE) {
            return owner;
        }
        List<Object> list = new ArrayList<>();
        list.add(owner);
        list.add(index < 0 ? 0 : 1, value);
        return list;
    }

    /** Puts a value before the element that the path names, which must end with one. */
    public void insertBefore(Object document, Object value) {
        Leg leg = legs.get(legs.size() - 1);
        for (Object owner : new JsonPath(legs.subList(0, legs.size() - 1)).find(document)) {
            if (owner instanceof List) {
                List<Object> list = Json.array(owner);
                list.add(Math.max(0, Math.min(leg.from().of(list.size()), list.size())), value);
            }
        }
    }

    /** Whether its last leg is one element of an array. */
    public boolean endsWithElement() {
        return !legs.isEmpty() && legs.get(legs.size() - 1).kind() == Kind.ELEMENTS;
    }

    // ---- reading ----

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        JsonPath path() {
            skipBlanks();
            expect('$');
            List<Leg> legs = new ArrayList<>();
            for (skipBlanks(); at < text.length(); skipBlanks()) {
                char next = text.charAt(at);
                if (next == '.') {
                    legs.add(member());
                } else if (next == '[') {
                    legs.add(elements());
                } else if (text.startsWith("**", at)) {
                    at += 2;
                    legs.add(new Leg(Kind.DESCENDANTS, "", FIRST, FIRST));
                } else {
                    throw problem();
                }
                if (legs.size() > JsonReader.DEPTH_MAX) {
                    throw problem();
                }
            }
            if (!legs.isEmpty() && legs.get(legs.size() - 1).kind() == Kind.DESCENDANTS) {
                throw problem();
            }
            return new JsonPath(legs);
        }

        private JsonException problem() {
            return new JsonException("Invalid JSON path expression.", at);
        }

        private void expect(char wanted) {
            if (at >= text.length() || text.charAt(at) != wanted) {
                throw problem();
            }
            at++;
        }

        private void skipBlanks() {
            while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
                at++;
            }
        }

        private Leg member() {
            at++;
            skipBlanks();
            if (at < text.length() && text.charAt(at) == '*') {
                at++;
                return new Leg(Kind.ANY_MEMBER, "", FIRST, FIRST);
            }
            int start = at;
            if (at < text.length() && text.charAt(at) == '"') {
                at++;
                while (at < text.length() && text.charAt(at) != '"') {
                    at += text.charAt(at) == '\\' ? 2 : 1;
                }
                expect('"');
                return member(String.valueOf(JsonReader.read(text.substring(start, at))));
            }
            while (at < text.length() && (Character.isJavaIdentifierPart(text.charAt(at)))) {
                at++;
            }
            if (at == start || Character.isDigit(text.charAt(start))) {
                throw problem();
            }
            return member(text.substring(start, at));
        }

        private static Leg member(String name) {
            return new Leg(Kind.MEMBER, name, FIRST, FIRST);
        }

        private Leg elements() {
            at++;
            skipBlanks();
            if (at < text.length() && text.charAt(at) == '*') {
                at++;
                skipBlanks();
                expect(']');
                return new Leg(Kind.ANY_ELEMENT, "", FIRST, FIRST);
            }
            Place from = place();
            Place to = from;
            skipBlanks();
            if (text.startsWith("to", at)) {
                at += 2;
                to = place();
                skipBlanks();
            }
            expect(']');
            return new Leg(Kind.ELEMENTS, "", from, to);
        }

        private Place place() {
            skipBlanks();
            boolean last = text.startsWith("last", at);
            if (last) {
                at += 4;
                skipBlanks();
                if (at >= text.length() || text.charAt(at) != '-') {
                    return new Place(0, true);
                }
                at++;
                skipBlanks();
            }
            int start = at;
            while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
                at++;
            }
            if (at == start || at - start > 9) {
                throw problem();
            }
            return new Place(Integer.parseInt(text.substring(start, at)), last);
        }
    }
}
