package io.millrace.newsql.plan;

import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.row.TableLayout;
import org.jspecify.annotations.Nullable;

/**
 * A table that a statement names.
 *
 * @param layout in the storage; null for a virtual one
 * @param rows of a virtual one; null for one in the storage
 */
public record TableRef(TableInfo info, @Nullable TableLayout layout, @Nullable VirtualRows rows) {

    /** The layout of a table that can be written. */
    public TableLayout stored() {
        if (layout == null) {
            throw io.millrace.newsql.type.SqlErrors.of(
                    1044,
                    "42000",
                    "Access denied: '" + info.schema() + "." + info.name()
                            + "' is made by the server and cannot be written");
        }
        return layout;
    }
}
