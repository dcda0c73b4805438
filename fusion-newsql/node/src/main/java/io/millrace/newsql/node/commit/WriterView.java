package io.millrace.newsql.node.commit;

import io.millrace.newsql.node.KeySpace;
import io.millrace.newsql.node.StoreCursor;
import io.millrace.newsql.node.StoreSnapshot;
import io.millrace.newsql.node.StoreView;
import io.millrace.newsql.node.store.Tables;
import io.millrace.newsql.node.store.WriteGroup;
import org.jspecify.annotations.Nullable;

/** What the writer's next commit finds: the tables under the group that is being made. <b>Threads.</b> The writer's. */
final class WriterView implements StoreView {

    private final Tables tables;
    private final WriteGroup group;
    private final Runnable applyGroup;

    /** @param applyGroup makes the group part of the tables, so that a scan finds it there */
    WriterView(Tables tables, WriteGroup group, Runnable applyGroup) {
        this.tables = tables;
        this.group = group;
        this.applyGroup = applyGroup;
    }

    @Override
    public byte @Nullable [] get(KeySpace space, byte[] key) {
        return group.newest(space, key);
    }

    @Override
    public StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards) {
        applyGroup.run();
        StoreSnapshot snapshot = tables.snapshot();
        return new OwningCursor(snapshot, snapshot.scan(space, from, to, backwards));
    }

    /** A cursor that takes its snapshot with it. */
    private record OwningCursor(StoreSnapshot snapshot, StoreCursor cursor) implements StoreCursor {

        @Override
        public boolean next() {
            return cursor.next();
        }

        @Override
        public byte[] key() {
            return cursor.key();
        }

        @Override
        public byte[] value() {
            return cursor.value();
        }

        @Override
        public void close() {
            cursor.close();
            snapshot.close();
        }
    }
}
