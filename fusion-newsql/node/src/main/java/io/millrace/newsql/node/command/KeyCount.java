package io.millrace.newsql.node.command;

import io.millrace.newsql.node.OrderedStore;

/** How many keys a store has. */
public final class KeyCount {

    private KeyCount() {}

    /** Those whose time has passed and that nobody swept are counted, too. */
    public static long of(OrderedStore store) {
        return new Keyspace(new LoopData(store), 0).count();
    }
}
