package io.millrace.newsql.node;

import org.jspecify.annotations.Nullable;

/** The newest state of a store, as the next commit finds it. <b>Threads.</b> Valid for the call that it is given to, and only there. */
public interface StoreView {

    /** A copy of the value, or null if there is none. */
    byte @Nullable [] get(KeySpace space, byte[] key);

    /** As {@link StoreSnapshot#scan}. Gives: the caller closes the cursor before it returns. */
    StoreCursor scan(KeySpace space, byte @Nullable [] from, byte @Nullable [] to, boolean backwards);
}
