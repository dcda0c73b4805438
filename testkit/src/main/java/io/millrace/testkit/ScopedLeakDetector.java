package io.millrace.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.util.LeakPresenceDetector;
import org.jspecify.annotations.Nullable;

/** Netty's presence detector with the running test as its scope, whichever thread allocates. */
final class ScopedLeakDetector extends LeakPresenceDetector<ByteBuf> {

    /** Where buffers are counted that are allocated between the checks; nobody asks it. */
    private static final ResourceScope OUTSIDE = new ResourceScope("outside any check");

    private static volatile ResourceScope current = OUTSIDE;

    ScopedLeakDetector() {
        super(ByteBuf.class);
    }

    static ResourceScope current() {
        return current;
    }

    static ResourceScope enter(String name) {
        return enter(new ResourceScope(name));
    }

    /** Counts from now on in the given scope, or outside any check if null. */
    static ResourceScope enter(@Nullable ResourceScope scope) {
        ResourceScope entered = scope == null ? OUTSIDE : scope;
        current = entered;
        return entered;
    }

    @Override
    protected ResourceScope currentScope() {
        return current;
    }
}
