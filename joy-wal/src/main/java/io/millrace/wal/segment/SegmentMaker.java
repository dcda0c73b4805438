package io.millrace.wal.segment;

import io.millrace.memory.Page;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes segments that can be appended to at once: space written, bytes zero, page faults taken, header in place.
 *
 * <p>Files that left the log in this run come back here, with their mapping if nobody reads it any more. <b>Threads.</b> Safe; making is one thread's.
 */
final class SegmentMaker implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SegmentMaker.class);

    private static final int MEMORY_PAGE = 4096;

    /** Mappings of files that wait count in the log's memory: enough for a log that lets go of segments as fast as it fills them. */
    private static final int MAPPINGS_KEPT = 2;

    /** One write of zeros: large enough that the call costs nothing beside the bytes. */
    private static final ByteBuffer ZEROS = ByteBuffer.allocateDirect(1 << 20);

    private final SegmentDirectory directory;
    private final SegmentGeometry geometry;
    private final PageSource pages;
    private final SupplySettings settings;
    private final Deque<Reusable> reusable = new ArrayDeque<>(); // guarded by this
    private boolean namesChanged; // since the directory was forced; of the thread that makes

    /** A file to be used again, the segment that it was, and its mapping if it is kept. */
    private record Reusable(@Nullable Segment was, SegmentFile file, @Nullable Page page) {

        boolean isRead() {
            return was != null && was.hasReaders(page);
        }

        void releasePage() {
            if (page != null) {
                page.release();
            }
        }
    }

    SegmentMaker(SegmentDirectory directory, SegmentGeometry geometry, PageSource pages, SupplySettings settings) {
        this.directory = directory;
        this.geometry = geometry;
        this.pages = pages;
        this.settings = settings;
    }

    // ---- files that come back ----

    /**
     * Takes the page, and the file of a retired segment; oldest first. The file keeps its name until it is used again or deleted, one file at a time and each made
     * durable before the next: else a power cut could bring an older segment back and not the one behind it.
     */
    void recycle(Segment segment, @Nullable Page page) {
        boolean keeps = page != null && page.isMapped() && mappingsKept() < MAPPINGS_KEPT;
        if (page != null && !keeps) {
            segment.letGo(page);
        }
        offer(new Reusable(segment, segment.file(), keeps ? page : null));
    }

    private synchronized long mappingsKept() {
        return reusable.stream().filter(file -> file.page() != null).count();
    }

    /** Whether more files wait than will be used. */
    synchronized boolean hasExcess() {
        return reusable.size() > settings.recycled();
    }

    /** Deletes the oldest file that waits. */
    void deleteExcess() throws IOException {
        Reusable oldest = poll();
        if (oldest != null) {
            delete(oldest);
        }
    }

    private void delete(Reusable file) throws IOException {
        file.releasePage();
        try {
            settleNames();
            file.file().delete();
            namesChanged = true;
        } catch (IOException e) {
            offerFirst(new Reusable(file.was(), file.file(), null));
            throw e;
        }
        settleNames();
    }

    /** One name goes at a time, and for good before the next one does: also when the force behind the last change failed. */
    private void settleNames() throws IOException {
        if (namesChanged) {
            directory.force();
            namesChanged = false;
        }
    }

    private synchronized void offer(Reusable file) {
        reusable.addLast(file);
    }

    private synchronized void offerFirst(Reusable file) {
        reusable.addFirst(file);
    }

    private synchronized @Nullable Reusable poll() {
        return reusable.pollFirst();
    }

    /** The oldest file that nobody reads any more; those that somebody reads are deleted: who has them open or mapped keeps them. */
    private @Nullable Reusable pollUnread() throws IOException {
        Reusable oldest = poll();
        while (oldest != null && oldest.isRead()) {
            delete(oldest);
            oldest = poll();
        }
        return oldest;
    }

    // ---- segments to be appended to ----

    /** Makes the segment of this number. On failure a file of that name may be left, of which the next attempt makes it. */
    Segment make(long number) throws IOException {
        Reusable old = pollUnread();
        if (old == null) {
            return makeFresh(number);
        }
        SegmentFile file = old.file();
        Page page = old.page();
        try {
            settleNames();
            file.moveTo(directory.segment(geometry.baseOf(number)));
            // Before the bytes of the old segment are overwritten its old name must be gone for good.
            namesChanged = true;
            settleNames();
            if (page == null) {
                page = pageOf(file);
            }
            page.zero(0, geometry.segmentBytes());
            return finish(number, file, page);
        } catch (IOException | RuntimeException e) {
            // Under whichever name it has now: the next attempt makes the same segment of it.
            offerFirst(new Reusable(null, file, page));
            throw e;
        }
    }

    private Segment makeFresh(long number) throws IOException {
        SegmentFile file = directory.create(directory.segment(geometry.baseOf(number)));
        Page page = null;
        try {
            page = pageOf(file);
            if (settings.mapped()) {
                touch(page);
            } else {
                page.zero(0, geometry.segmentBytes());
            }
            return finish(number, file, page);
        } catch (IOException | RuntimeException e) {
            if (page != null) {
                page.release();
            }
            try {
                file.delete();
            } catch (IOException second) {
                e.addSuppressed(second);
                offerFirst(new Reusable(null, file, null));
            }
            throw e;
        }
    }

    private Page pageOf(SegmentFile file) throws IOException {
        if (settings.prewritten()) {
            // Written, not only reserved: a full disk shows here, as an exception, and never as a fault in the mapping;
            // and a
            // force of what is written over it has nothing to say of the file but its bytes.
            fill(file.channel(), geometry.segmentBytes());
        }
        return settings.mapped() ? pages.map(file) : pages.acquireForAppends();
    }

    private Segment finish(long number, SegmentFile file, Page page) throws IOException {
        SegmentHeader header = new SegmentHeader(
                settings.epochs().getAsLong(),
                geometry.baseOf(number),
                geometry.segmentBytes(),
                settings.level(),
                settings.bootId(),
                settings.start().getAsLong(),
                settings.synced().getAsLong());
        header.write(page.buffer());
        if (!page.isMapped()) {
            write(file.channel(), page.buffer().slice(0, SegmentDescriptor.HEADER_BYTES), 0);
        }
        if (settings.forced()) {
            file.channel().force(false);
            directory.force();
        }
        return new Segment(number, geometry, header.epoch(), file, page, geometry.first());
    }

    /** Takes the page faults of a fresh mapping here and not in an append; the bytes stay what they are. */
    private static void touch(Page page) {
        ByteBuffer memory = page.buffer();
        for (int index = 0; index < memory.capacity(); index += MEMORY_PAGE) {
            memory.put(index, (byte) 0);
        }
    }

    private static void fill(FileChannel channel, long bytes) throws IOException {
        for (long at = channel.size(); at < bytes; ) {
            ByteBuffer zeros = ZEROS.duplicate().limit((int) Math.min(ZEROS.capacity(), bytes - at));
            at += channel.write(zeros, at);
        }
    }

    private static void write(FileChannel channel, ByteBuffer bytes, long position) throws IOException {
        long at = position;
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    /** Deletes the files that wait; what cannot be deleted stays until the next opening. */
    @Override
    public void close() {
        try {
            for (Reusable file = poll(); file != null; file = poll()) {
                delete(file);
            }
        } catch (IOException e) {
            LOG.warn("files of truncated segments stay: directory={}", directory.path(), e);
            closeAll();
        }
    }

    private void closeAll() {
        try {
            abandon();
        } catch (IOException e) {
            LOG.warn("file not closed: directory={}", directory.path(), e);
        }
    }

    /** Closes the files that wait and leaves their names as they are. */
    void abandon() throws IOException {
        for (Reusable file = poll(); file != null; file = poll()) {
            file.releasePage();
            file.file().close();
        }
    }
}
