package io.millrace.mesh.flow;

import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls that wait for an answer on one connection, found by request id without hashing.
 *
 * <p><b>Shape</b>: a request id is {@code sequence << 16 | slot}. The slot finds the call in an array, the sequence tells a late
 * answer from the slot's next tenant, and because the sequence only rises, "all ids after X" can be named in one number.
 *
 * <p><b>Bounds</b>: never more than the limit given, at most {@value #MAX_LIMIT}.
 *
 * <p><b>Threads</b>: one event loop.
 *
 * @param <T> what waits
 */
public final class PendingCalls<T> {
    private static final int SLOT_BITS = 16;

    /** As many as a slot's 16 bits can name. */
    public static final int MAX_LIMIT = 1 << SLOT_BITS;

    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;

    private final int limit;
    private @Nullable Object[] calls;
    private long[] ids;
    /** Free slots as a stack; slots from {@link #slotsUsed} on have never been taken. */
    private int[] free;

    private int freeCount;
    private int slotsUsed;
    private int size;
    private long sequence;

    /** @throws IllegalArgumentException if {@code limit} is not in 1..{@value #MAX_LIMIT} */
    public PendingCalls(int limit) {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException(
                    "pending limit out of range: " + limit + " (expected: 1.." + MAX_LIMIT + ")");
        }
        this.limit = limit;
        int initial = Math.min(limit, 64);
        this.calls = new Object[initial];
        this.ids = new long[initial];
        this.free = new int[initial];
    }

    /** Whether {@link #add} would throw. */
    public boolean isFull() {
        return size == limit;
    }

    /** Calls that wait. */
    public int size() {
        return size;
    }

    /**
     * Keeps {@code call} and gives its request id, always greater than every id given before.
     *
     * @throws IllegalStateException if full
     */
    public long add(T call) {
        if (isFull()) {
            throw new IllegalStateException("too many pending calls: " + size + " (limit: " + limit + ")");
        }
        int slot = freeCount > 0 ? free[--freeCount] : newSlot();
        long id = ++sequence << SLOT_BITS | slot;
        calls[slot] = call;
        ids[slot] = id;
        size++;
        return id;
    }

    /** The call with this id, or null if it is not pending (answered, expired or never sent). */
    @SuppressWarnings("unchecked")
    public @Nullable T get(long id) {
        int slot = (int) (id & SLOT_MASK);
        return slot < slotsUsed && ids[slot] == id ? (T) calls[slot] : null;
    }

    /** Takes the call with this id out, or returns null if it is not pending. */
    public @Nullable T remove(long id) {
        T call = get(id);
        if (call != null) {
            clear((int) (id & SLOT_MASK));
        }
        return call;
    }

    /** The id given last, 0 before the first. */
    public long lastId() {
        return sequence == 0 ? 0 : sequence << SLOT_BITS | SLOT_MASK;
    }

    /** Takes every call with an id greater than {@code afterId} out and hands it to {@code action}, in no set order. */
    public void drain(long afterId, Consumer<? super T> action) {
        int end = slotsUsed;
        for (int slot = 0; slot < end; slot++) {
            if (calls[slot] != null && ids[slot] > afterId) {
                T call = remove(ids[slot]);
                if (call != null) {
                    action.accept(call);
                }
            }
        }
    }

    /** Shows every pending call to {@code action}, which may not add or remove. */
    @SuppressWarnings("unchecked")
    public void forEach(Consumer<? super T> action) {
        for (int slot = 0; slot < slotsUsed; slot++) {
            Object call = calls[slot];
            if (call != null) {
                action.accept((T) call);
            }
        }
    }

    private int newSlot() {
        if (slotsUsed == calls.length) {
            int grown = Math.min(limit, calls.length * 2);
            calls = Arrays.copyOf(calls, grown);
            ids = Arrays.copyOf(ids, grown);
            free = Arrays.copyOf(free, grown);
        }
        return slotsUsed++;
    }

    private void clear(int slot) {
        calls[slot] = null;
        ids[slot] = 0;
        free[freeCount++] = slot;
        size--;
    }
}
