package io.millrace.benchmark.trial;

import java.io.File;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Watches the memory of this process four times a second from a thread of its own until closed.
 *
 * <p>Off-heap is the greatest resident size less the heap's part of it: native memory, direct and mapped buffers, and some
 * 60 MiB that a JVM needs for itself. The heap's part is what its pools have held at most, but not more than is committed
 * now: pages beyond were never touched, or given back. Heap is what lives after a full collection.
 */
public final class MemoryWatch implements AutoCloseable {
    private static final double MIB = 1 << 20;
    private static final int EVERY_MILLIS = 250;

    private final Thread thread = new Thread(this::watch, "memory watch");
    private volatile long offHeapBytesMax;
    private volatile boolean closed;

    public MemoryWatch() {
        thread.setDaemon(true);
        thread.start();
    }

    private void watch() {
        while (!closed) {
            sample();
            try {
                Thread.sleep(EVERY_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private synchronized void sample() {
        long offHeap = residentBytes("VmRSS:") - Math.min(heap().getCommitted(), heapTouchedBytes());
        offHeapBytesMax = Math.max(offHeapBytesMax, offHeap);
    }

    /** The greatest seen so far. */
    public double offHeapMib() {
        sample();
        return offHeapBytesMax / MIB;
    }

    /** What lives after a full collection. */
    public static double liveHeapMib() {
        System.gc();
        return heap().getUsed() / MIB;
    }

    /** Parts of it in words: resident pages of files, Java's own pools, collections and their pauses. */
    public static String describe() {
        long collections = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT,
                "rss %.0f MiB (of files %.0f), gc %d in %d ms",
                residentBytes("VmRSS:") / MIB,
                residentBytes("RssFile:") / MIB,
                collections,
                millis));
        for (BufferPoolMXBean pool : ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class)) {
            if (pool.getMemoryUsed() > 0) {
                text.append(String.format(
                        Locale.ROOT, ", %s buffers %.0f MiB", pool.getName(), pool.getMemoryUsed() / MIB));
            }
        }
        return text.toString();
    }

    /** Files, sockets and the like that this process has open; -1 where the system does not tell. */
    public static int openFiles() {
        @Nullable String[] open = new File("/proc/self/fd").list();
        return open == null ? -1 : open.length;
    }

    /** Mapped regions of this process; -1 where the system does not tell. */
    public static long mappings() {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.count();
        } catch (IOException e) {
            return -1; // not Linux
        }
    }

    private static long heapTouchedBytes() {
        long sum = 0;
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                sum += pool.getPeakUsage().getUsed();
            }
        }
        return sum;
    }

    private static MemoryUsage heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    }

    private static long residentBytes(String field) {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(field)) {
                    return Long.parseLong(line.substring(field.length())
                                    .replace("kB", "")
                                    .trim())
                            << 10;
                }
            }
        } catch (IOException e) {
            return 0; // not Linux
        }
        return 0;
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
    }
}
