package io.millrace.newsql.change;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one commit has changed. Arrays are the receiver's.
 *
 * <p><b>Definitions.</b> A table's record comes before the first row that a statement writes to it, and with every change of it that rows can tell: the record of the version that a row's change names
 * is the one that was told of last. A table that is written anew has another number; its rows come first, the record that puts it in the place of the old one behind them.
 */
public sealed interface ChangeEvent {

    /** Number of the transaction: no other one has it. */
    long transaction();

    /** When it was committed, since 1970. */
    long micros();

    /** Rows of tables, the order of their keys. */
    record RowsChanged(long transaction, long micros, List<RowChange> rows) implements ChangeEvent {}

    /** Records of the catalog: schemas, tables, views, numbers, accounts. */
    record DefinitionsChanged(long transaction, long micros, List<RecordChange> records) implements ChangeEvent {}

    /**
     * A row from one image to another; an update that moves a row to another key is two changes.
     *
     * @param table its number
     * @param schemaVersion of the table when the row was written
     * @param place in the transaction, from 0
     * @param key with the table's number: the same as in the store
     * @param before the whole row; null for none
     * @param after the whole row; null if it is no more
     */
    record RowChange(
            long table, int schemaVersion, int place, byte[] key, byte @Nullable [] before, byte @Nullable [] after) {}

    /**
     * A record of the catalog, whose kind is the first byte of its key:
     *
     * <pre>
     *  S  a schema    T  a table    W  a view    U  an account
     *  A  end of the numbers that were taken for a table's AUTO_INCREMENT, or for its hidden row ids
     *  G  gone: all rows of this number were removed, those of a dropped table or of a copy that came to nothing; follows the change of its table
     * </pre>
     *
     * {@code io.millrace.newsql.catalog.CatalogRecords} reads them.
     *
     * @param place in the transaction, from 0
     */
    record RecordChange(int place, byte[] key, byte @Nullable [] before, byte @Nullable [] after) {

        public char kind() {
            return (char) key[0];
        }
    }
}
