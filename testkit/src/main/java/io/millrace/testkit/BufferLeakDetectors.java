package io.millrace.testkit;

import io.netty.buffer.ByteBuf;
import io.netty.util.ResourceLeakDetector;
import io.netty.util.ResourceLeakDetectorFactory;

/** Gives Netty our detector for buffers and its own for everything else. */
final class BufferLeakDetectors extends ResourceLeakDetectorFactory {

    private static final String STACKS = "io.netty.util.LeakPresenceDetector.trackCreationStack";

    private final ResourceLeakDetectorFactory others;

    private BufferLeakDetectors(ResourceLeakDetectorFactory others) {
        this.others = others;
    }

    /**
     * Makes ours the detector of every buffer; works only before Netty's buffer classes are initialised, and sets the
     * property before the detector's own class is, which reads it once.
     */
    static synchronized void install() {
        if (ResourceLeakDetectorFactory.instance() instanceof BufferLeakDetectors) {
            return;
        }
        if (System.getProperty(STACKS) == null) {
            // A leak without the place of its allocation is a riddle; tests can pay for the stack traces.
            System.setProperty(STACKS, "true");
        }
        setResourceLeakDetectorFactory(new BufferLeakDetectors(ResourceLeakDetectorFactory.instance()));
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // Netty's signature, not ours to inline
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int samplingInterval, long active) {
        return newResourceLeakDetector(type, samplingInterval);
    }

    @Override
    @SuppressWarnings("unchecked") // the type was compared
    public <T> ResourceLeakDetector<T> newResourceLeakDetector(Class<T> type, int samplingInterval) {
        return type == ByteBuf.class
                ? (ResourceLeakDetector<T>) new ScopedLeakDetector()
                : others.newResourceLeakDetector(type, samplingInterval);
    }
}
