package io.millrace.newsql.account;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Privileges by what they are granted for. Immutable. */
public record Grants(Map<GrantPlace, Set<Privilege>> places) {

    public static final Grants NONE = new Grants(Map.of());

    public Grants {
        Map<GrantPlace, Set<Privilege>> copy = new TreeMap<>();
        places.forEach((place, privileges) -> {
            if (!privileges.isEmpty()) {
                copy.put(place, Collections.unmodifiableSet(EnumSet.copyOf(privileges)));
            }
        });
        places = Collections.unmodifiableMap(copy);
    }

    /** Everything, and to pass it on. */
    static Grants everything() {
        EnumSet<Privilege> all = EnumSet.allOf(Privilege.class);
        return new Grants(Map.of(GrantPlace.SERVER, all));
    }

    Set<Privilege> at(GrantPlace place) {
        return places.getOrDefault(place, Set.of());
    }

    Grants with(GrantPlace place, Set<Privilege> more) {
        Map<GrantPlace, Set<Privilege>> changed = new TreeMap<>(places);
        EnumSet<Privilege> sum = EnumSet.noneOf(Privilege.class);
        sum.addAll(at(place));
        sum.addAll(more);
        changed.put(place, sum);
        return new Grants(changed);
    }

    Grants without(GrantPlace place, Set<Privilege> fewer) {
        Map<GrantPlace, Set<Privilege>> changed = new TreeMap<>(places);
        EnumSet<Privilege> rest = EnumSet.noneOf(Privilege.class);
        rest.addAll(at(place));
        rest.removeAll(fewer);
        changed.put(place, rest);
        return new Grants(changed);
    }

    Grants and(Grants other) {
        Grants sum = this;
        for (Map.Entry<GrantPlace, Set<Privilege>> each : other.places.entrySet()) {
            sum = sum.with(each.getKey(), each.getValue());
        }
        return sum;
    }

    // ---- what they allow ----

    boolean holds(Privilege privilege) {
        return at(GrantPlace.SERVER).contains(privilege);
    }

    boolean holds(Privilege privilege, String schema) {
        if (holds(privilege) || at(GrantPlace.schema(schema)).contains(privilege)) {
            return true;
        }
        for (Map.Entry<GrantPlace, Set<Privilege>> each : places.entrySet()) {
            String pattern = each.getKey().schema();
            if (pattern != null
                    && each.getKey().table() == null
                    && each.getValue().contains(privilege)
                    && Wildcards.isPattern(pattern)
                    && Wildcards.matches(pattern, schema)) {
                return true;
            }
        }
        return false;
    }

    boolean holds(Privilege privilege, String schema, String table) {
        return holds(privilege, schema) || at(GrantPlace.table(schema, table)).contains(privilege);
    }

    boolean holds(Privilege privilege, String schema, String table, String column) {
        if (holds(privilege, schema, table)) {
            return true;
        }
        return places.entrySet().stream()
                .anyMatch(each -> each.getKey().isIn(schema, table)
                        && column.equalsIgnoreCase(each.getKey().column())
                        && each.getValue().contains(privilege));
    }

    /** Whether any column of the table has the privilege. */
    boolean holdsForAColumn(Privilege privilege, String schema, String table) {
        return places.entrySet().stream()
                .anyMatch(each -> each.getKey().isIn(schema, table)
                        && each.getKey().column() != null
                        && each.getValue().contains(privilege));
    }

    /** Whether anything at all of the schema is granted. */
    boolean sees(String schema) {
        return places.entrySet().stream().anyMatch(each -> {
            String pattern = each.getKey().schema();
            return pattern == null
                    ? each.getValue().stream().anyMatch(privilege -> privilege.fits(GrantPlace.schema(schema)))
                            || each.getValue().contains(Privilege.SHOW_DATABASES)
                    : pattern.equals(schema) || each.getKey().table() == null && Wildcards.matches(pattern, schema);
        });
    }

    /** Whether anything of the table, or of all tables of its schema, is granted. */
    boolean sees(String schema, String table) {
        return places.entrySet().stream().anyMatch(each -> {
            GrantPlace place = each.getKey();
            boolean covers = place.schema() == null
                    || place.isIn(schema, table)
                    || place.table() == null && Wildcards.matches(place.schema(), schema);
            return covers
                    && each.getValue().stream().anyMatch(privilege -> privilege.fits(GrantPlace.table(schema, table)));
        });
    }
}
