package io.millrace.newsql.information;

import io.millrace.newsql.catalog.SchemaInfo;
import io.millrace.newsql.catalog.TableInfo;
import io.millrace.newsql.catalog.ViewInfo;
import io.millrace.newsql.type.Temporals;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Walks over what a session may see of the catalog. */
final class Visible {

    static final String CATALOG = "def";
    static final String CHARSET = "utf8mb4";
    private static final long SECOND_MICROS = 1_000_000;
    private static final long SECOND_MILLIS = 1000;

    private Visible() {}

    static void eachSchema(ServerView server, java.util.function.Consumer<SchemaInfo> action) {
        server.catalog().schemas().values().stream()
                .filter(schema -> server.access().sees(schema.name()))
                .forEach(action);
    }

    static void eachTable(ServerView server, BiConsumer<SchemaInfo, TableInfo> action) {
        eachSchema(server, schema -> schema.tables().values().stream()
                .filter(table -> server.access().sees(schema.name(), table.name()))
                .forEach(table -> action.accept(schema, table)));
    }

    static void eachView(ServerView server, java.util.function.Consumer<ViewInfo> action) {
        eachSchema(server, schema -> schema.views().values().stream()
                .filter(view -> server.access().sees(schema.name(), view.name()))
                .forEach(action));
    }

    /** A moment as a DATETIME without a fraction, in the session's zone. */
    static Object dateTime(ServerView server, long millis) {
        return Temporals.roundDateTime(
                Temporals.fromEpochMicros(millis / SECOND_MILLIS * SECOND_MICROS, server.zone()), 0);
    }

    /** The next number of AUTO_INCREMENT; null for a table without. */
    static @Nullable Object nextNumber(ServerView server, TableInfo table) {
        return table.autoIncrementOrdinal() < 0 ? null : (Object) server.nextNumber(table);
    }
}
