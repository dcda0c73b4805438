package io.millrace.newsql.storage;

import io.millrace.newsql.node.NodeStore;
import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.StoreConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** The storage of the server's own process, on a store of its own. */
class EmbeddedStorageTest extends StorageContract {

    @TempDir
    private Path directory = Path.of("");

    private OrderedStore store;
    private Storage storage;

    @BeforeEach
    void open() {
        store = NodeStore.open(directory, StoreConfig.defaults());
        storage = new EmbeddedStorage(store);
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Override
    Storage storage() {
        return storage;
    }
}
