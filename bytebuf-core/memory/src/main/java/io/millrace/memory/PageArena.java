package io.millrace.memory;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * The process's memory outside of the heap: pages of any size within one hard budget.
 *
 * <p><b>Shape.</b> Sizes are multiples of 4096 up to 1 GiB. Released pages are pooled by size; when another size
 * needs their room they are given back to the system first.
 *
 * <p><b>Units.</b> Bytes. Pages in use, pages pooled and mapped pages together never exceed the budget, at no moment
 * and from no number of threads. Up to Java 21 the system is asked for 4096 bytes more a page, to align it, which the
 * budget does not see; a page also costs about 300 bytes of heap. So take large pages and divide them, not a million
 * small ones.
 *
 * <p><b>Ownership.</b> Pages are given; see {@link Page}. {@link #close} must come last.
 *
 * <p><b>Threads.</b> Safe. Waiters are not queued: small pages may pass a large one that waits for its room, for as
 * long as its patience lasts.
 *
 * <p><b>Errors.</b> {@link MemoryException} when there is no page to give; then nothing was acquired and nothing
 * changed.
 */
public final class PageArena implements AutoCloseable {

    /** Every page's size is a multiple of this. */
    public static final int PAGE_UNIT = RawMemory.ALIGNMENT;

    /** The largest page. */
    public static final int PAGE_BYTES_MAX = 1 << 30;

    private final PageBudget budget;

    private PageArena(long budgetBytes) {
        budget = new PageBudget(budgetBytes);
    }

    /**
     * An arena without pages; memory is taken from the system as it is wanted.
     *
     * @throws IllegalArgumentException if the budget is smaller than one page of 4096 bytes
     */
    public static PageArena create(long budgetBytes) {
        if (budgetBytes < PAGE_UNIT) {
            throw new IllegalArgumentException("budgetBytes: " + budgetBytes + " (expected: >= " + PAGE_UNIT + ")");
        }
        return new PageArena(budgetBytes);
    }

    /**
     * Gives a page with undefined content, waiting for room if there is none.
     *
     * @param patience how long to wait at most; zero does not wait
     * @throws MemoryException if there was no room in time, the system has no memory, or the thread was interrupted
     * @throws IllegalArgumentException if {@code bytes} is no size of a page or more than the budget
     * @throws IllegalStateException if the arena is closed
     */
    public Page acquire(int bytes, Duration patience) {
        checkSize(bytes);
        RawBlock pooled = budget.reserve(bytes, patience);
        return pooled == null ? allocated(bytes) : page(pooled, false);
    }

    /**
     * Gives a page with undefined content if there is room for it now.
     *
     * @throws MemoryException if the system has no memory
     * @throws IllegalArgumentException if {@code bytes} is no size of a page or more than the budget
     * @throws IllegalStateException if the arena is closed
     */
    public @Nullable Page tryAcquire(int bytes) {
        checkSize(bytes);
        PageBudget.Offer offer = budget.tryReserve(bytes);
        if (!offer.granted()) {
            return null;
        }
        RawBlock pooled = offer.pooled();
        return pooled == null ? allocated(bytes) : page(pooled, false);
    }

    /**
     * Gives a page whose memory is a file's. Its bytes count in the budget until the last reference is released,
     * which also unmaps them.
     *
     * @param file open for reading and writing, and at least {@code position + bytes} long; borrowed
     * @param position multiple of 4096
     * @throws MemoryException as {@link #acquire}; or if the file cannot be mapped
     * @throws IllegalArgumentException if {@code bytes} is no size of a page or more than the budget, or {@code
     * position} is none
     * @throws IllegalStateException if the arena is closed
     */
    public Page map(StorageFiles files, FileChannel file, long position, int bytes, Duration patience) {
        checkSize(bytes);
        if (position < 0 || position % PAGE_UNIT != 0) {
            throw new IllegalArgumentException("position: " + position + " (expected: multiple of " + PAGE_UNIT + ")");
        }
        budget.reserveUnpooled(bytes, patience);
        boolean mapped = false;
        try {
            ByteBuffer buffer = files.map(file, position, bytes);
            Page page = page(new RawBlock(buffer, () -> files.unmap(buffer)), true);
            mapped = true;
            return page;
        } catch (IOException e) {
            throw MemoryException.mapping(position, bytes, e);
        } finally {
            if (!mapped) {
                budget.cancel(bytes);
            }
        }
    }

    /** What the arena may use. */
    public long budgetBytes() {
        return budget.limit();
    }

    /** Pages in use, mapped ones included. */
    public long usedBytes() {
        return budget.used();
    }

    /** The mapped part of what is used. */
    public long mappedBytes() {
        return budget.mapped();
    }

    /** Released pages that are kept for the next of their size. */
    public long pooledBytes() {
        return budget.pooled();
    }

    /** Registers the meters of {@link MemoryMeters}; once a registry. */
    public void bindTo(MeterRegistry registry) {
        gauge(registry, MemoryMeters.BUDGET, PageBudget::limit);
        gauge(registry, MemoryMeters.USED, PageBudget::used);
        gauge(registry, MemoryMeters.MAPPED, PageBudget::mapped);
        FunctionCounter.builder(MemoryMeters.WAITS.meterName(), budget, PageBudget::waits)
                .description(MemoryMeters.WAITS.description())
                .register(registry);
    }

    /**
     * Gives all pooled memory back; no page can be acquired afterwards. A second close does nothing.
     *
     * @throws IllegalStateException if pages are still in use; it names them. Their memory is given back as they are
     * released
     */
    @Override
    public void close() {
        List<Page> leaked = budget.close();
        if (!leaked.isEmpty()) {
            throw new IllegalStateException("arena was closed with " + leaked.size() + " pages in use (" + budget.used()
                    + " bytes; expected: none): " + leaked.subList(0, Math.min(leaked.size(), 10)));
        }
    }

    // ---- inside ----

    /** Called by a page's last release. */
    void giveBack(Page page) {
        budget.giveBack(page);
    }

    private Page allocated(int bytes) {
        boolean allocated = false;
        try {
            Page page = page(RawMemory.INSTANCE.allocate(bytes), false);
            allocated = true;
            return page;
        } catch (OutOfMemoryError e) {
            throw MemoryException.system(bytes, e);
        } finally {
            if (!allocated) {
                budget.cancel(bytes);
            }
        }
    }

    private Page page(RawBlock block, boolean mapped) {
        Page page = new Page(this, block, mapped);
        budget.hand(page);
        return page;
    }

    private void checkSize(int bytes) {
        if (bytes <= 0 || bytes > PAGE_BYTES_MAX || bytes % PAGE_UNIT != 0) {
            throw new IllegalArgumentException("page size: " + bytes + " (expected: multiple of " + PAGE_UNIT
                    + ", at most " + PAGE_BYTES_MAX + ")");
        }
        if (bytes > budget.limit()) {
            throw new IllegalArgumentException(
                    "page larger than its arena: bytes=" + bytes + " (expected: <= " + budget.limit() + ")");
        }
    }

    private void gauge(MeterRegistry registry, MemoryMeters meter, ToLongFunction<PageBudget> value) {
        Gauge.builder(meter.meterName(), budget, value::applyAsLong)
                .baseUnit(BaseUnits.BYTES)
                .description(meter.description())
                .register(registry);
    }
}
