package io.millrace.newsql.catalog;

import java.util.List;

/**
 * A FOREIGN KEY of a child table.
 *
 * @param columnIds of the child's columns: ids, so that they may be renamed and moved
 * @param parent which need not exist while {@code foreign_key_checks} is 0
 * @param parentColumns names of as many columns of the parent, which are a unique key of it
 */
public record ForeignKey(
        String name,
        List<Integer> columnIds,
        TableName parent,
        List<String> parentColumns,
        Action onDelete,
        Action onUpdate) {

    /** What happens to rows of the child; the ordinals are in records. */
    public enum Action {
        NO_ACTION("NO ACTION"),
        RESTRICT("RESTRICT"),
        CASCADE("CASCADE"),
        SET_NULL("SET NULL");

        private final String sqlName;

        Action(String sqlName) {
            this.sqlName = sqlName;
        }

        public String sqlName() {
            return sqlName;
        }

        /** Whether it refuses the change of the parent. */
        public boolean refuses() {
            return this == NO_ACTION || this == RESTRICT;
        }
    }

    public ForeignKey withParent(TableName newParent, List<String> newColumns) {
        return new ForeignKey(name, columnIds, newParent, newColumns, onDelete, onUpdate);
    }
}
