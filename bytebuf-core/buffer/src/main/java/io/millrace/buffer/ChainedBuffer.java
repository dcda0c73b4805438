package io.millrace.buffer;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A queue of bytes kept as a chain of buffers: what is appended large becomes a node without a copy.
 *
 * <p><b>Shape.</b> Indexes count from 0 at the first unread byte; multi-byte numbers are big endian. The chain never holds more than
 * {@link #maxBytes()}.
 *
 * <p><b>Units.</b> Bytes.
 *
 * <p><b>Ownership.</b> The chain owns its nodes. Each method says whether it <i>borrows</i>, <i>takes</i> or <i>gives</i>. {@link #close()}
 * releases every node; a second close does nothing; any other call after a close throws {@link IllegalStateException} (buffers to be
 * taken are released first).
 *
 * <p><b>Threads.</b> One at a time.
 *
 * <p><b>Errors.</b> {@link IllegalStateException} when the chain would exceed its maximum or is closed, {@link IndexOutOfBoundsException}
 * when reading bytes that are not there. The chain is unchanged afterwards.
 *
 * <p><b>Source.</b> The idea of nodes that adopt a caller's memory is that of the {@code LinkBuffer} in ByteDance's netpoll
 * ({@code nocopy.go}).
 */
public final class ChainedBuffer implements AutoCloseable {
    /**
     * Appended buffers of at most this many bytes are copied, larger ones chained.
     *
     * <p>A node of its own costs a slot in the chain, an entry in the channel's outbound buffer, one more {@code iovec} in {@code writev}
     * and two changes of a reference count, together in the order of 100 ns, and it pins the buffer that it came from until the kernel took it. Copying
     * 1 KiB that is in the cache costs less than that, copying 4 KiB about the same, and the copy leaves one contiguous write.
     */
    public static final int COPY_LIMIT = 1024;

    /** Two of the smallest Ethernet frames' payloads: enough for a small message, small enough for thousands of idle chains. */
    private static final int DEFAULT_TAIL_BYTES = 2048;

    private final ByteBufAllocator allocator;
    private final int maxBytes;
    private final NodeRing sealed = new NodeRing();
    private int sealedBytes;

    /** Open for writing, behind all sealed nodes. No retained view of it exists: whoever asks for one seals it first. */
    private @Nullable ByteBuf tail;

    private int tailBytes = DEFAULT_TAIL_BYTES;
    private boolean closed;

    /** Second result of {@link #locate}: the place inside the node that it returns. */
    private int located;

    private ChainedBuffer(ByteBufAllocator allocator, int maxBytes) {
        this.allocator = Objects.requireNonNull(allocator, "allocator");
        this.maxBytes = maxBytes;
    }

    /**
     * An empty chain; it allocates nothing before the first byte is written.
     *
     * @throws IllegalArgumentException if {@code maxBytes} is not positive
     */
    public static ChainedBuffer create(ByteBufAllocator allocator, int maxBytes) {
        if (maxBytes <= 0) {
            throw new IllegalArgumentException("maxBytes: " + maxBytes + " (expected: > 0)");
        }
        return new ChainedBuffer(allocator, maxBytes);
    }

    /** The most bytes that this chain may hold unread. */
    public int maxBytes() {
        return maxBytes;
    }

    /** Unread bytes, those written into a reserved tail included. */
    public int readableBytes() {
        return sealedBytes + (tail == null ? 0 : tail.readableBytes());
    }

    public boolean isReadable() {
        return readableBytes() > 0;
    }

    /** Buffers in the chain, the open tail included if it holds bytes. */
    public int nodeCount() {
        return sealed.count() + (tail != null && tail.isReadable() ? 1 : 0);
    }

    /**
     * Capacity of the next tail that must be allocated, for callers that know how much they are going to write.
     *
     * @throws IllegalArgumentException if {@code bytes} is not positive
     */
    public void tailBytes(int bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("tailBytes: " + bytes + " (expected: > 0)");
        }
        tailBytes = bytes;
    }

    // ---- writing ----

    /**
     * Borrows: the open tail with at least {@code bytes} writable. The caller writes at its writer index before the next call to this
     * chain and does nothing else with it. Writing more than was reserved may move the tail's bytes once more, up to the chain's maximum.
     */
    public ByteBuf reserve(int bytes) {
        checkOpen();
        if (bytes < 0) {
            throw new IllegalArgumentException("bytes: " + bytes + " (expected: >= 0)");
        }
        checkRoom(bytes);
        ByteBuf open = tail;
        if (open != null && open.writableBytes() >= bytes) {
            return open;
        }
        sealTail();
        int room = maxBytes - sealedBytes;
        ByteBuf fresh = allocator.buffer(Math.min(Math.max(bytes, tailBytes), room), room);
        tail = fresh;
        return fresh;
    }

    /** Takes: the readable bytes of {@code buffer}, copied when at most {@link #COPY_LIMIT}, else chained as they lie in memory. */
    public void append(ByteBuf buffer) {
        boolean chained = false;
        try {
            checkOpen();
            int length = buffer.readableBytes();
            if (length <= COPY_LIMIT) {
                reserve(length).writeBytes(buffer);
            } else {
                checkRoom(length);
                sealTail();
                seal(buffer);
                chained = true;
            }
        } finally {
            if (!chained) {
                buffer.release();
            }
        }
    }

    /** Borrows: {@code length} bytes of {@code buffer} from {@code index}, copied when at most {@link #COPY_LIMIT}, else as a retained slice. */
    public void appendSlice(ByteBuf buffer, int index, int length) {
        checkOpen();
        if (length <= COPY_LIMIT) {
            reserve(length).writeBytes(buffer, index, length);
            return;
        }
        checkRoom(length);
        ByteBuf slice = buffer.retainedSlice(index, length);
        sealTail();
        seal(slice);
    }

    // ---- reading ----

    /** The byte at {@code index}; nothing is consumed. */
    public byte getByte(int index) {
        ByteBuf node = locate(index, Byte.BYTES);
        return node.getByte(located);
    }

    /** The byte at {@code index} as 0 to 255; nothing is consumed. */
    public short getUnsignedByte(int index) {
        return (short) (getByte(index) & 0xFF);
    }

    /** Two bytes at {@code index}; nothing is consumed. */
    public short getShort(int index) {
        ByteBuf node = locate(index, Short.BYTES);
        return holds(node, Short.BYTES) ? node.getShort(located) : (short) assemble(index, Short.BYTES);
    }

    /** Two bytes at {@code index} as 0 to 65535; nothing is consumed. */
    public int getUnsignedShort(int index) {
        return getShort(index) & 0xFFFF;
    }

    /** Four bytes at {@code index}; nothing is consumed. */
    public int getInt(int index) {
        ByteBuf node = locate(index, Integer.BYTES);
        return holds(node, Integer.BYTES) ? node.getInt(located) : (int) assemble(index, Integer.BYTES);
    }

    /** Eight bytes at {@code index}; nothing is consumed. */
    public long getLong(int index) {
        ByteBuf node = locate(index, Long.BYTES);
        return holds(node, Long.BYTES) ? node.getLong(located) : assemble(index, Long.BYTES);
    }

    /**
     * Lends a view of {@code length} bytes from {@code index}, valid until the next call to this chain: contiguous when they lie in one
     * node, else composed of the parts. The borrower does not release it.
     */
    public ByteBuf slice(int index, int length) {
        if (length == 0) {
            checkRange(index, length);
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf node = locate(index, length);
        return holds(node, length) ? node.slice(located, length) : compose(index, length, false);
    }

    /** Gives a view of {@code length} bytes from {@code index} that keeps its memory alive until the caller releases it. */
    public ByteBuf retainedSlice(int index, int length) {
        checkRange(index, length);
        sealTail();
        if (length == 0) {
            return Unpooled.EMPTY_BUFFER;
        }
        ByteBuf node = locate(index, length);
        return holds(node, length) ? node.retainedSlice(located, length) : compose(index, length, true);
    }

    /** Gives the first {@code length} bytes and consumes them; a node that is given whole is handed over as it is. */
    public ByteBuf readRetainedSlice(int length) {
        checkRange(0, length);
        sealTail();
        if (sealed.count() > 0 && sealed.get(0).readableBytes() == length) {
            return unseal();
        }
        ByteBuf slice = retainedSlice(0, length);
        skip(length);
        return slice;
    }

    /** Consumes {@code length} bytes; nodes that are read to their end are released at once. */
    public void skip(int length) {
        checkRange(0, length);
        int left = length;
        while (left > 0 && sealed.count() > 0) {
            ByteBuf first = sealed.get(0);
            int step = Math.min(left, first.readableBytes());
            if (step == first.readableBytes()) {
                unseal().release();
            } else {
                first.skipBytes(step);
                sealedBytes -= step;
            }
            left -= step;
        }
        if (left > 0) {
            skipInTail(left);
        }
    }

    /**
     * Gives all nodes present at the time of the call, in order, each holding at least one byte; the chain keeps none of them. A consumer may append to this
     * chain; what it appends stays for the next drain. If it throws, the buffer that it was given is its own and the rest stays here.
     */
    public void drainTo(Consumer<? super ByteBuf> consumer) {
        checkOpen();
        sealTail();
        for (int left = sealed.count(); left > 0 && sealed.count() > 0; left--) {
            consumer.accept(unseal());
        }
    }

    /** Releases every node. A second close does nothing. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        sealTail();
        while (sealed.count() > 0) {
            unseal().release();
        }
    }

    // ---- inside ----

    private void sealTail() {
        ByteBuf open = tail;
        tail = null;
        if (open == null) {
            return;
        }
        if (open.isReadable()) {
            seal(open);
        } else {
            open.release();
        }
    }

    private void seal(ByteBuf node) {
        sealed.add(node);
        sealedBytes += node.readableBytes();
    }

    private ByteBuf unseal() {
        ByteBuf first = sealed.removeFirst();
        sealedBytes -= first.readableBytes();
        return first;
    }

    private void skipInTail(int length) {
        ByteBuf open = Objects.requireNonNull(tail);
        open.skipBytes(length);
        if (!open.isReadable()) {
            open.clear(); // nobody holds a retained view of an open tail, so its memory can be written again
        }
    }

    /** The node in which {@code index} lies; {@link #located} is the absolute index inside that node. */
    private ByteBuf locate(int index, int length) {
        checkRange(index, length);
        int left = index;
        for (int place = 0; place < sealed.count(); place++) {
            ByteBuf node = sealed.get(place);
            if (left < node.readableBytes()) {
                located = node.readerIndex() + left;
                return node;
            }
            left -= node.readableBytes();
        }
        ByteBuf open = Objects.requireNonNull(tail);
        located = open.readerIndex() + left;
        return open;
    }

    private boolean holds(ByteBuf node, int length) {
        return length <= node.writerIndex() - located;
    }

    /** Big-endian number of bytes that lie in more than one node. */
    private long assemble(int index, int width) {
        long value = 0;
        for (int place = index; place < index + width; place++) {
            value = value << Byte.SIZE | getUnsignedByte(place);
        }
        return value;
    }

    private ByteBuf compose(int index, int length, boolean retained) {
        int parts = nodeCount();
        CompositeByteBuf whole = retained ? allocator.compositeBuffer(parts) : Unpooled.compositeBuffer(parts);
        int from = index;
        int left = length;
        while (left > 0) {
            ByteBuf node = locate(from, left);
            int step = Math.min(left, node.writerIndex() - located);
            whole.addComponent(true, retained ? node.retainedSlice(located, step) : node.slice(located, step));
            from += step;
            left -= step;
        }
        return whole;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("chain is closed");
        }
    }

    private void checkRoom(int bytes) {
        int readable = readableBytes();
        if (bytes > maxBytes - readable) {
            throw new IllegalStateException("chain is full: readable=" + readable + ", adding=" + bytes
                    + " (expected: sum <= " + maxBytes + ")");
        }
    }

    private void checkRange(int index, int length) {
        checkOpen();
        int readable = readableBytes();
        if (index < 0 || length < 0 || index > readable - length) {
            throw new IndexOutOfBoundsException(
                    "index=" + index + ", length=" + length + " (expected: within " + readable + " readable bytes)");
        }
    }
}
