package io.millrace.newsql.row;

import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.type.SqlErrors;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where the row is that a foreign key's values name: the key of the parent's row, or of its entry in a unique index. <b>Threads.</b> Safe.
 */
public final class ParentKeys {

    private final TableInfo child;
    private final ForeignKey key;
    private final int parentWidth;
    private final @Nullable IndexKeys unique;
    private final int[] sources;
    private final int[] targets;

    public ParentKeys(TableInfo child, ForeignKey key, TableLayout parent) {
        this(parent, child, key);
    }

    /** Of a parent that is not there: no row has it. */
    public static ParentKeys withoutParent(TableInfo child, ForeignKey key) {
        return new ParentKeys(null, child, key);
    }

    private ParentKeys(@Nullable TableLayout parent, TableInfo child, ForeignKey key) {
        this.child = child;
        this.key = key;
        this.sources = new int[key.columnIds().size()];
        this.targets = new int[sources.length];
        this.parentWidth = parent == null ? 0 : parent.table().columns().size();
        for (int i = 0; i < sources.length; i++) {
            sources[i] = child.ordinalOfId(key.columnIds().get(i));
            targets[i] = parent == null
                    ? -1
                    : parent.table().ordinalOf(key.parentColumns().get(i));
        }
        this.unique = parent == null ? null : find(parent, targets);
    }

    private static @Nullable IndexKeys find(TableLayout parent, int[] targets) {
        for (IndexInfo index : parent.table().allIndexes()) {
            boolean same = index.unique() && index.parts().size() == targets.length;
            for (int i = 0; same && i < targets.length; i++) {
                IndexInfo.Part part = index.parts().get(i);
                same = part.ordinal() == targets[i] && part.prefix() == 0;
            }
            if (same) {
                return parent.keysOf(index);
            }
        }
        return null;
    }

    public ForeignKey key() {
        return key;
    }

    /** Ordinals of the key's columns in the child. */
    public int[] sources() {
        return sources.clone();
    }

    /** Ordinals of the columns that they name in the parent. */
    public int[] targets() {
        return targets.clone();
    }

    /** Where {@link #of} is to be looked up. */
    public Area area() {
        return unique != null && !unique.index().isPrimary() ? Area.ENTRIES : Area.ROWS;
    }

    /** The key that must be there for a row of the child; null if one of its columns is NULL. @throws io.millrace.newsql.mysql.SqlException 1452 if the parent has no such key */
    public byte @Nullable [] of(@Nullable Object[] row) {
        for (int source : sources) {
            if (row[source] == null) {
                return null;
            }
        }
        if (unique == null) {
            throw missing();
        }
        @Nullable Object[] values = new @Nullable Object[parentWidth];
        for (int i = 0; i < sources.length; i++) {
            values[targets[i]] = row[sources[i]];
        }
        return unique.valuesKey(values);
    }

    /** Error 1452. */
    public RuntimeException missing() {
        return SqlErrors.of(
                1452, "23000", "Cannot add or update a child row: a foreign key constraint fails (" + text() + ")");
    }

    /** Error 1451. */
    public RuntimeException stillReferenced() {
        return SqlErrors.of(
                1451, "23000", "Cannot delete or update a parent row: a foreign key constraint fails (" + text() + ")");
    }

    private String text() {
        List<String> own = key.columnIds().stream()
                .map(id -> child.columns().get(child.ordinalOfId(id)).name())
                .toList();
        return quote(child.schema()) + "." + quote(child.name()) + ", CONSTRAINT " + quote(key.name())
                + " FOREIGN KEY (" + list(own) + ") REFERENCES "
                + quote(key.parent().table()) + " ("
                + list(key.parentColumns()) + ")"
                + (key.onDelete() == ForeignKey.Action.NO_ACTION
                        ? ""
                        : " ON DELETE " + key.onDelete().sqlName())
                + (key.onUpdate() == ForeignKey.Action.NO_ACTION
                        ? ""
                        : " ON UPDATE " + key.onUpdate().sqlName());
    }

    private static String list(List<String> names) {
        return names.stream().map(ParentKeys::quote).collect(Collectors.joining(", "));
    }

    private static String quote(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
