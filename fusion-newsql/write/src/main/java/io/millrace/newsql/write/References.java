package io.millrace.newsql.write;

import io.millrace.newsql.catalog.ForeignKey;
import io.millrace.newsql.catalog.IndexInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.TableName;
import io.millrace.newsql.row.IndexKeys;
import io.millrace.newsql.row.ParentKeys;
import io.millrace.newsql.storage.Area;
import io.millrace.newsql.storage.EntryCursor;
import io.millrace.newsql.transaction.LockWait;
import io.millrace.newsql.transaction.View;
import io.millrace.newsql.type.SqlErrors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The foreign keys of one table, and those of others to it, while its rows are written; each row is checked when it is written, as InnoDB does.
 *
 * <p>A child shares the lock of its parent's key before it looks for it, and who removes or changes a parent has that key locked already: so a parent cannot go while its child comes.
 * Children are looked for in what is committed at that moment, since the statement's own snapshot may be older than the lock. One thread.
 */
final class References {

    /** As deep as InnoDB follows. */
    private static final int DEPTH_MAX = 15;

    private final WriteContext context;
    private final TableWriter writer;
    private final boolean checked;
    private @Nullable List<ParentKeys> parents;
    private @Nullable List<Children> children;

    /** A key of a child table to this one. @param index of the child that its columns lead */
    private record Children(TableWriter child, ParentKeys keys, IndexKeys index) {}

    References(WriteContext context, TableWriter writer) {
        this.context = context;
        this.writer = writer;
        this.checked = context.mode.foreignKeyChecks();
    }

    // ---- the table as a child ----

    /** Looks for the parents of a row that was written. @param old what it was before; null for a new one */
    void checkParents(@Nullable Object @Nullable [] old, @Nullable Object[] row) {
        if (!checked || writer.table().foreignKeys().isEmpty()) {
            return;
        }
        for (ParentKeys keys : parents()) {
            if (old != null && !differs(keys.sources(), old, row)) {
                continue;
            }
            byte[] parent = keys.of(row);
            if (parent != null) {
                context.transaction().lockShared(keys.area(), parent, LockWait.WAIT);
                if (context.transaction().newest(keys.area(), parent) == null) {
                    throw keys.missing();
                }
            }
        }
    }

    private static boolean differs(int[] columns, @Nullable Object[] old, @Nullable Object[] row) {
        for (int column : columns) {
            if (!java.util.Objects.deepEquals(old[column], row[column])) {
                return true;
            }
        }
        return false;
    }

    private List<ParentKeys> parents() {
        List<ParentKeys> known = parents;
        if (known == null) {
            known = new ArrayList<>();
            for (ForeignKey key : writer.table().foreignKeys()) {
                TableWriter parent = context.writer(key.parent());
                known.add(
                        parent == null
                                ? ParentKeys.withoutParent(writer.table(), key)
                                : new ParentKeys(writer.table(), key, parent.layout()));
            }
            parents = known;
        }
        return known;
    }

    // ---- the table as a parent ----

    private List<Children> children() {
        List<Children> known = children;
        if (known == null) {
            known = new ArrayList<>();
            for (TableName name : writer.table().referencedBy()) {
                TableWriter child = context.writer(name);
                if (child == null) {
                    continue;
                }
                for (ForeignKey key : child.table().foreignKeys()) {
                    if (key.parent().equals(writer.table().tableName())) {
                        ParentKeys keys = new ParentKeys(child.table(), key, writer.layout());
                        known.add(new Children(child, keys, index(child, keys.sources())));
                    }
                }
            }
            children = known;
        }
        return known;
    }

    private static IndexKeys index(TableWriter child, int[] columns) {
        TableInfo table = child.table();
        for (IndexInfo index : table.allIndexes()) {
            boolean leads = index.parts().size() >= columns.length;
            for (int i = 0; leads && i < columns.length; i++) {
                leads = index.parts().get(i).ordinal() == columns[i]
                        && index.parts().get(i).prefix() == 0;
            }
            if (leads) {
                return child.layout().keysOf(index);
            }
        }
        throw new IllegalStateException("no index for a foreign key: table=" + table.tableName());
    }

    private boolean isReferenced() {
        return checked && !writer.table().referencedBy().isEmpty();
    }

    /** Refuses a change that a key without an action forbids. @param values null for a removal */
    void checkRestricted(byte[] rowKey, @Nullable Object[] old, @Nullable Object @Nullable [] values) {
        if (!isReferenced()) {
            return;
        }
        for (Children each : children()) {
            ForeignKey key = each.keys().key();
            ForeignKey.Action action = values == null ? key.onDelete() : key.onUpdate();
            boolean touched = values == null || differs(each.keys().targets(), old, values);
            if (action.refuses() && touched && hasOther(each, old, rowKey)) {
                throw each.keys().stillReferenced();
            }
        }
    }

    /** Whether a child other than the row itself has it as its parent. */
    private boolean hasOther(Children of, @Nullable Object[] parent, byte[] rowKey) {
        return find(of, parent).stream().anyMatch(each -> of.child() != writer || !Arrays.equals(each, rowKey));
    }

    void followDelete(@Nullable Object[] old, int depth) {
        if (!isReferenced()) {
            return;
        }
        for (Children each : children()) {
            ForeignKey.Action action = each.keys().key().onDelete();
            if (action.refuses()) {
                continue;
            }
            for (byte[] rowKey : find(each, old)) {
                checkDepth(depth);
                if (action == ForeignKey.Action.SET_NULL) {
                    int[] columns = each.keys().sources();
                    each.child().cascade(rowKey, columns, new @Nullable Object[columns.length], depth + 1);
                } else {
                    byte[] row = each.child().rows().lockAndRead(rowKey);
                    if (row != null) {
                        each.child().delete(rowKey, each.child().rows().decode(row), depth + 1);
                    }
                }
            }
        }
    }

    void followUpdate(@Nullable Object[] old, @Nullable Object[] values, int depth) {
        if (!isReferenced()) {
            return;
        }
        for (Children each : children()) {
            ForeignKey.Action action = each.keys().key().onUpdate();
            int[] targets = each.keys().targets();
            if (action.refuses() || !differs(targets, old, values)) {
                continue;
            }
            @Nullable Object[] changed = new @Nullable Object[targets.length];
            for (int i = 0; i < targets.length && action == ForeignKey.Action.CASCADE; i++) {
                changed[i] = values[targets[i]];
            }
            for (byte[] rowKey : find(each, old)) {
                checkDepth(depth);
                each.child().cascade(rowKey, each.keys().sources(), changed, depth + 1);
            }
        }
    }

    private static void checkDepth(int depth) {
        if (depth >= DEPTH_MAX) {
            throw SqlErrors.of(
                    3008, "HY000", "Foreign key cascade delete/update exceeds max depth of " + DEPTH_MAX + ".");
        }
    }

    /** Keys of the child's rows that have the parent's values. */
    private List<byte[]> find(Children of, @Nullable Object[] parent) {
        List<@Nullable Object> values = new ArrayList<>();
        for (int target : of.keys().targets()) {
            if (parent[target] == null) {
                return List.of();
            }
            values.add(parent[target]);
        }
        byte[] begin = of.index().begin(values);
        Area area = of.index().index().isPrimary() ? Area.ROWS : Area.ENTRIES;
        List<byte[]> found = new ArrayList<>();
        try (View view = context.transaction().newestView();
                EntryCursor cursor = view.scan(area, begin, IndexKeys.behind(begin), false)) {
            while (cursor.next()) {
                context.execution.step();
                byte[] rowKey = area == Area.ROWS ? cursor.key() : of.index().rowKeyOf(cursor.key(), cursor.value());
                context.execution.hold(rowKey.length + 48L);
                found.add(rowKey);
            }
        }
        return found;
    }
}
