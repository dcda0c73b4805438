package io.millrace.transport;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.FastThreadLocal;
import java.util.Map;
import java.util.Objects;
import java.util.WeakHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One value for each event loop, created on that loop at its first use.
 *
 * <p><b>Ownership.</b> A value lives as long as its loop's thread; it is not closed.
 *
 * <p><b>Threads.</b> {@link #get} only on the loop itself; so the value needs no lock, and reaching it costs one array access.
 *
 * @param <T> the value
 */
public final class LoopLocal<T> {
    private final Function<? super EventLoop, ? extends T> factory;
    private final FastThreadLocal<@Nullable Slot<T>> slots = new FastThreadLocal<>();

    private LoopLocal(Function<? super EventLoop, ? extends T> factory) {
        this.factory = Objects.requireNonNull(factory, "factory");
    }

    /** Values made by {@code factory}, which runs on the loop that it is given. */
    public static <T> LoopLocal<T> of(Function<EventLoop, T> factory) {
        return new LoopLocal<>(factory);
    }

    /**
     * The value of {@code loop}.
     *
     * @throws IllegalStateException if the calling thread is not the loop's
     */
    public T get(EventLoop loop) {
        if (!loop.inEventLoop()) {
            throw new IllegalStateException(
                    "not on the event loop: thread=" + Thread.currentThread().getName() + ", loop=" + loop);
        }
        Slot<T> slot = slots.get();
        if (slot != null && slot.loop == loop) {
            return slot.value;
        }
        return switchTo(loop, slot);
    }

    /** Rare: the first use, or loops without a thread of their own (embedded channels in tests), of which one thread drives several. */
    private T switchTo(EventLoop loop, @Nullable Slot<T> current) {
        Map<EventLoop, T> known = current == null ? new WeakHashMap<>() : current.known;
        T value = known.get(loop);
        if (value == null) {
            value = Objects.requireNonNull(factory.apply(loop), "value of the factory");
            known.put(loop, value);
        }
        slots.set(new Slot<>(loop, value, known));
        return value;
    }

    private record Slot<T>(EventLoop loop, T value, Map<EventLoop, T> known) {}
}
