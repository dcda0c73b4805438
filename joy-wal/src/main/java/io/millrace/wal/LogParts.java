package io.millrace.wal;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.millrace.memory.PageArena;
import io.millrace.wal.append.Committer;
import io.millrace.wal.append.LogTail;
import io.millrace.wal.append.SegmentEvents;
import io.millrace.wal.page.SegmentPages;
import io.millrace.wal.page.SegmentWindows;
import io.millrace.wal.record.SealDescriptor;
import io.millrace.wal.recovery.LogRecovery;
import io.millrace.wal.recovery.RecoveredLog;
import io.millrace.wal.recovery.RecoverySettings;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentSealer;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import io.millrace.wal.segment.SupplySettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The stages of an open log, wired; {@link WriteAheadLog} is their face. What was acquired is given back if one of them fails to open. */
final class LogParts {

    final WalConfig config;
    final SegmentGeometry geometry;
    final SegmentDirectory directory;
    final DirectoryLock lock;
    final PageArena arena;
    final SegmentPages pages;
    final SegmentWindows windows;
    final SegmentTable table;
    final SegmentSupply supply;
    final RecordOrdinals ordinals;
    final PrefixTruncation truncation;
    final SegmentEvents events;
    final LogTail tail;
    final Committer committer;
    final RecoveryReport recovery;
    final List<Meter> meters;

    /**
     * Opens what a directory holds.
     *
     * @param held the directory's lock, if it is taken already; else it is taken here, and given back if opening fails
     */
    LogParts(
            Path path,
            WalConfig config,
            SegmentListener listener,
            WalEnvironment environment,
            @Nullable DirectoryLock held)
            throws IOException {
        Deque<AutoCloseable> acquired = new ArrayDeque<>();
        try {
            this.config = config;
            this.geometry = new SegmentGeometry(config.segmentBytes());
            this.directory = new SegmentDirectory(config.files(), path);
            directory.create();
            this.lock = held == null ? DirectoryLock.take(config.files(), path) : held;
            acquired.push(lock);
            this.arena = arena(config, acquired);
            boolean mapped = config.durability() == Durability.OS;
            this.pages = new SegmentPages(arena, config.files(), config.segmentBytes(), mapped, residentMax(config));
            this.windows = new SegmentWindows(pages, config.pinnedBytesMax());

            RecoverySettings recovering = new RecoverySettings(config.durability(), environment.bootId());
            RecoveredLog found = new LogRecovery(directory, geometry, pages, recovering).recover();
            List<Segment> segments = new ArrayList<>(found.segments());
            acquired.push(() -> closeAll(segments));
            // A name that a killed process made is there, and may still not be on the device.
            directory.force();
            directory.deleteAll(found.free());
            this.recovery = found.report();
            this.supply =
                    new SegmentSupply(directory, geometry, pages, supplySettings(environment), found.nextNumber());
            acquired.push(supply::closeUnstarted);
            if (segments.isEmpty() || segments.get(segments.size() - 1).isComplete()) {
                segments.add(supply.makeFirst());
            }
            this.table = new SegmentTable(segments);
            pages.evictFrom(table);

            this.ordinals = new RecordOrdinals(table, windows, found.chain().ordinal());
            this.truncation = new PrefixTruncation(table, geometry, supply, windows, ordinals);
            this.events = new ListenerEvents(listener, truncation);
            Timer sync = WalMeters.syncTimer(config.meters());
            this.tail = new LogTail(table, supply, events, config.appendPatience(), this::wakeCommitter);
            sayOpenAgain(found);
            this.committer = new Committer(
                    table,
                    tail,
                    directory,
                    events,
                    found.chain(),
                    found.durable(),
                    mapped,
                    nanos -> sync.record(nanos, TimeUnit.NANOSECONDS),
                    config.durability() == Durability.SYNC && config.forcesUnasked());
            events.activated(table.last());
            this.meters = WalMeters.register(this, sync);
        } catch (IOException | RuntimeException e) {
            giveBack(acquired, e);
            throw e;
        }
    }

    /**
     * Seals a group behind the seal that says that the log was closed: what is appended from here on would otherwise count as
     * damage behind the end of a closed log, if the process is killed before its first group.
     */
    private void sayOpenAgain(RecoveredLog found) {
        Segment last = table.last();
        int seal = last.sealed() - SealDescriptor.BYTES;
        boolean closed = !last.isComplete()
                && seal >= geometry.first()
                && SealDescriptor.isClosed(last.page().buffer(), seal);
        if (closed) {
            tail.claimSlot(last);
            new SegmentSealer(last, found.chain()).advance(table.startBase(), found.durable());
        }
    }

    /** Of the memory, what is prepared, and the mapping of one file to be used again, come first. */
    private static int residentMax(WalConfig config) {
        return (int) Math.max(2, config.cacheBytes() / config.segmentBytes() - config.preparedSegments() - 1);
    }

    private static PageArena arena(WalConfig config, Deque<AutoCloseable> acquired) {
        PageArena shared = config.arena();
        if (shared != null) {
            return shared;
        }
        PageArena own = PageArena.create(config.cacheBytes());
        acquired.push(own);
        return own;
    }

    private SupplySettings supplySettings(WalEnvironment environment) {
        return new SupplySettings(
                config.durability(),
                config.preparedSegments(),
                config.preparedSegments() + 2,
                environment.bootId(),
                environment.epochs(),
                this::startPosition,
                this::durablePosition);
    }

    /** Position of the log's first record; 0 before there is a log. */
    @SuppressWarnings("NullAway") // asked for by the supply's first segment, before there is a table
    long startPosition() {
        return table == null ? 0 : table.startBase() + geometry.first();
    }

    @SuppressWarnings("NullAway") // asked for by the supply's first segment, before there is a committer
    private long durablePosition() {
        return committer == null ? 0 : committer.durable();
    }

    private void wakeCommitter() {
        committer.wake();
    }

    static void closeAll(List<Segment> segments) throws IOException {
        for (Segment segment : segments) {
            segment.evict();
            segment.file().close();
        }
    }

    private static void giveBack(Deque<AutoCloseable> acquired, Exception failure) {
        for (AutoCloseable part : acquired) {
            try {
                part.close();
            } catch (Exception e) {
                failure.addSuppressed(e);
            }
        }
    }
}
