package io.millrace.memory;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A block of memory outside of the heap, counted by reference; it never moves.
 *
 * <p><b>Shape.</b> Indexes count from 0 in bytes, numbers are little endian. The address is a multiple of 4096.
 *
 * <p><b>Ownership.</b> A page is given with a count of 1. Who retains it releases it; at 0 its memory goes back to
 * its arena, or its mapping ends, and it cannot be revived. A use after that is a mistake, answered with {@link
 * IndexOutOfBoundsException} or {@link IllegalStateException} as far as it can be seen.
 *
 * <p><b>Threads.</b> Counts may change from any thread; what a thread did with the page before its release
 * happens-before the memory's next use. The accessors named by an order ({@code Acquire}, {@code Release}, {@code
 * AndAdd}, {@code compareAndSet}, the latter two volatile) have it between threads, at indexes that are multiples of
 * their width; everything else is plain memory.
 *
 * <p><b>Durability.</b> None, but for a mapped page: its bytes are the operating system's at once, and the device's
 * after {@link java.nio.channels.FileChannel#force} of its file.
 */
public final class Page {

    private static final VarHandle INT = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle REF_COUNT = findRefCount();

    /** What a released page holds instead of its memory: every index is out of bounds. */
    private static final ByteBuffer NOTHING = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(64 << 10);

    /** Changes once, to {@link #NOTHING}. Plain: whoever holds a reference cannot see that. */
    private ByteBuffer buffer;

    private final int capacity;
    private final boolean mapped;
    private final PageArena arena;
    private final RawBlock block;
    private volatile int refCount = 1;

    /** All of it as Netty's, made when first wanted; only copied into, never given away. */
    private volatile @Nullable ByteBuf whole;

    /** Neighbours among the arena's pages in use; guarded by the arena's lock. */
    @Nullable
    Page previous;

    @Nullable
    Page next;

    Page(PageArena arena, RawBlock block, boolean mapped) {
        this.arena = arena;
        this.block = block;
        this.buffer = block.buffer();
        this.capacity = buffer.capacity();
        this.mapped = mapped;
    }

    /**
     * Lends all of the page as one buffer, shared by everybody: little endian, position 0, limit {@link #capacity()}.
     * Use its absolute methods only; never change its position, limit or order.
     */
    public ByteBuffer buffer() {
        return buffer;
    }

    /** Bytes. */
    public int capacity() {
        return capacity;
    }

    /** Whether its memory is a file's. */
    public boolean isMapped() {
        return mapped;
    }

    // ---- references ----

    /**
     * Adds a reference to a page that the caller knows to be alive.
     *
     * @return this
     * @throws IllegalStateException if it was released
     */
    public Page retain() {
        if (!tryRetain()) {
            throw new IllegalStateException("page was released: " + this);
        }
        return this;
    }

    /** Adds a reference unless the last one is gone: for those who find a page where another may be releasing it. */
    public boolean tryRetain() {
        for (int count = refCount; count > 0; count = refCount) {
            if (REF_COUNT.weakCompareAndSet(this, count, Math.incrementExact(count))) {
                return true;
            }
        }
        return false;
    }

    /**
     * Gives up a reference.
     *
     * @return whether it was the last: the memory is no longer the page's
     * @throws IllegalStateException if the page was released before
     */
    public boolean release() {
        int before = (int) REF_COUNT.getAndAdd(this, -1);
        if (before > 1) {
            return false;
        }
        if (before < 1) {
            REF_COUNT.getAndAdd(this, 1); // from below 0 back to at most 0: nothing in between looks alive
            throw new IllegalStateException("page was released more often than retained: " + this);
        }
        buffer = NOTHING;
        arena.giveBack(this);
        return true;
    }

    /** References out; 0 once released. */
    public int refCount() {
        return Math.max(0, refCount);
    }

    /**
     * Gives {@code length} bytes from {@code index} without a copy; they keep this page until the buffer is released.
     * Readers must not write into it.
     *
     * @throws IndexOutOfBoundsException if they are not within the page
     */
    public ByteBuf slice(int index, int length) {
        Objects.checkFromIndexSize(index, length, capacity);
        retain();
        try {
            return new PageSlice(this, buffer.slice(index, length));
        } catch (Throwable e) {
            release();
            throw e;
        }
    }

    // ---- ordered access ----

    /** Reads; what was written before the release that it sees is seen afterwards. */
    public int getIntAcquire(int index) {
        return (int) INT.getAcquire(buffer, index);
    }

    /** Writes; what this thread wrote before is seen by whoever acquires the value. */
    public void setIntRelease(int index, int value) {
        INT.setRelease(buffer, index, value);
    }

    /** Adds; returns the value before. */
    public int getAndAddInt(int index, int delta) {
        return (int) INT.getAndAdd(buffer, index, delta);
    }

    /** Writes {@code value} if {@code expected} is there; returns whether it did. */
    public boolean compareAndSetInt(int index, int expected, int value) {
        return INT.compareAndSet(buffer, index, expected, value);
    }

    /** Reads; what was written before the release that it sees is seen afterwards. */
    public long getLongAcquire(int index) {
        return (long) LONG.getAcquire(buffer, index);
    }

    /** Writes; what this thread wrote before is seen by whoever acquires the value. */
    public void setLongRelease(int index, long value) {
        LONG.setRelease(buffer, index, value);
    }

    /** Adds; returns the value before. */
    public long getAndAddLong(int index, long delta) {
        return (long) LONG.getAndAdd(buffer, index, delta);
    }

    /** Writes {@code value} if {@code expected} is there; returns whether it did. */
    public boolean compareAndSetLong(int index, long expected, long value) {
        return LONG.compareAndSet(buffer, index, expected, value);
    }

    // ---- bytes ----

    /** Writes zeros. */
    public void zero(int index, int length) {
        Objects.checkFromIndexSize(index, length, buffer.capacity());
        int end = index + length;
        for (int at = index; at < end; ) {
            int step = Math.min(end - at, ZEROS.capacity());
            buffer.put(at, ZEROS, 0, step);
            at += step;
        }
    }

    /** Writes {@code length} bytes of {@code from}. */
    public void copyIn(int index, byte[] from, int offset, int length) {
        buffer.put(index, from, offset, length);
    }

    /** Borrows: writes {@code length} bytes of {@code from}, whose indexes stay as they are. Makes no object. */
    public void copyIn(int index, ByteBuf from, int offset, int length) {
        if (from.hasArray()) {
            Objects.checkFromIndexSize(offset, length, from.capacity());
            buffer.put(index, from.array(), from.arrayOffset() + offset, length);
        } else {
            Objects.checkFromIndexSize(index, length, buffer.capacity());
            from.getBytes(offset, whole(), index, length);
        }
    }

    /**
     * Netty copies between two of its own without an object between them, and in half the time of a copy through
     * {@code nioBuffer()}.
     */
    private ByteBuf whole() {
        ByteBuf known = whole;
        if (known == null) {
            known = Unpooled.wrappedBuffer(block.buffer());
            whole = known;
        }
        return known;
    }

    /** Reads {@code length} bytes into {@code to}. */
    public void copyOut(int index, byte[] to, int offset, int length) {
        buffer.get(index, to, offset, length);
    }

    @Override
    public String toString() {
        return "Page[capacity=" + capacity + (mapped ? ", mapped" : "") + ", refCount=" + refCount() + "]";
    }

    // ---- inside ----

    RawBlock block() {
        return block;
    }

    private static VarHandle findRefCount() {
        try {
            return MethodHandles.lookup().findVarHandle(Page.class, "refCount", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
