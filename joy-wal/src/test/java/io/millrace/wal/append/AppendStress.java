package io.millrace.wal.append;

import io.millrace.memory.Page;
import io.millrace.memory.PageArena;
import io.millrace.memory.StorageFiles;
import io.millrace.wal.Durability;
import io.millrace.wal.WalRecord;
import io.millrace.wal.record.RecordDescriptor;
import io.millrace.wal.segment.GroupChain;
import io.millrace.wal.segment.PageSource;
import io.millrace.wal.segment.Segment;
import io.millrace.wal.segment.SegmentDirectory;
import io.millrace.wal.segment.SegmentFile;
import io.millrace.wal.segment.SegmentGeometry;
import io.millrace.wal.segment.SegmentSealer;
import io.millrace.wal.segment.SegmentSupply;
import io.millrace.wal.segment.SegmentTable;
import io.millrace.wal.segment.SupplySettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/** Two appenders and the committer's walk (behind one of them, for jcstress wants a core an actor): a record that is passed is whole, none overlap, and both are there in the end. */
@JCStressTest
@Outcome(
        id = "0, [012], 2, 2",
        expect = Expect.ACCEPTABLE,
        desc = "the walk saw none, one or both, each whole; in the end both are there")
@Outcome(expect = Expect.FORBIDDEN, desc = "a header was seen before its payload, or a record was lost")
@State
public class AppendStress {

    private static final int PAGES = 16 << 10;
    private static final int LENGTH = 12;
    private static final PageArena ARENA = PageArena.create((long) PAGES * PageArena.PAGE_UNIT);
    private static final Page[] RING = new Page[PAGES];
    private static final AtomicInteger NEXT = new AtomicInteger();
    private static final SegmentGeometry GEOMETRY = new SegmentGeometry(2 * PageArena.PAGE_UNIT);
    private static final SegmentDirectory NOWHERE =
            new SegmentDirectory(StorageFiles.local(), Path.of("target", "nowhere"));

    static {
        for (int page = 0; page < PAGES; page++) {
            RING[page] = ARENA.acquire(PageArena.PAGE_UNIT, Duration.ZERO);
        }
    }

    private final Segment segment;
    private final LogTail tail;
    private final SegmentSealer sealer;

    /** A segment whose first places lie in a page of a ring: far fewer states live at once than the ring has. */
    public AppendStress() {
        Page page = RING[NEXT.getAndIncrement() & PAGES - 1];
        page.zero(0, 256);
        SegmentFile none = NOWHERE.existing(Path.of("none"));
        segment = new Segment(0, GEOMETRY, 1, none, page, 0);
        SegmentTable table = new SegmentTable(List.of(segment));
        tail = new LogTail(table, SUPPLY, new NoEvents(), Duration.ZERO, () -> {});
        sealer = new SegmentSealer(segment, new GroupChain(0, 0));
    }

    /** One thread appends. */
    @Actor
    public void first() {
        append((byte) 1);
    }

    /** Another appends at the same time, and then walks as the committer does; what it has passed is whole. */
    @Actor
    public void second(IIII_Result result) {
        append((byte) 2);
        sealer.advance(0, 0);
        result.r1 = torn(segment.published());
        result.r2 = count(segment.published());
    }

    /** In the end both are there, and the walk gets past them. */
    @Arbiter
    public void end(IIII_Result result) {
        sealer.advance(0, 0);
        result.r1 += torn(segment.published());
        result.r3 = count(segment.tail());
        result.r4 = count(segment.published());
    }

    private void append(byte value) {
        byte[] bytes = new byte[LENGTH];
        java.util.Arrays.fill(bytes, value);
        tail.append(WalRecord.TYPE_MIN, bytes, 0, LENGTH);
    }

    private int count(int end) {
        int count = 0;
        for (int at = 0; at < end; at += RecordDescriptor.step(segment.page().getIntAcquire(at))) {
            count++;
        }
        return count;
    }

    private int torn(int end) {
        int torn = 0;
        for (int at = 0; at < end; at += RecordDescriptor.step(segment.page().getIntAcquire(at))) {
            byte value = segment.page().buffer().get(at + WalRecord.headerLength());
            for (int index = 0; index < LENGTH; index++) {
                byte found = segment.page().buffer().get(at + WalRecord.headerLength() + index);
                torn += value == 0 || found != value ? 1 : 0;
            }
        }
        return torn;
    }

    private static final class NoEvents implements SegmentEvents {
        @Override
        public void activated(Segment segment) {}

        @Override
        public void sealed(Segment segment) {}

        @Override
        public void left(Segment segment) {}
    }

    /** Never asked: the segment has room. */
    private static final SegmentSupply SUPPLY = new SegmentSupply(
            NOWHERE,
            GEOMETRY,
            new PageSource() {
                @Override
                public Page acquire() {
                    throw new IllegalStateException("no segment is made here");
                }

                @Override
                public Page acquireForAppends() {
                    throw new IllegalStateException("no segment is made here");
                }

                @Override
                public Page map(SegmentFile file) {
                    throw new IllegalStateException("no segment is made here");
                }
            },
            new SupplySettings(Durability.PAGE, 1, 1, new UUID(0, 0), () -> 0, () -> 0, () -> 0),
            1);
}
