package io.millrace.benchmark.wal;

import java.util.Arrays;
import java.util.List;

/** The questions of the scenario and who takes part in each. */
@SuppressWarnings("ImmutableEnumChecker") // the list of peers is unmodifiable, and they are constants
enum WalCase {
    APPEND_PAGE(
            "append-32B-1t-page",
            WalTask.APPEND,
            WalLevel.PAGE,
            1,
            WalContender.CHRONICLE_QUEUE,
            WalContender.BLOCK_WRITE,
            WalContender.ROCKSDB,
            WalContender.MMAP),
    APPEND_OS(
            "append-32B-1t-os",
            WalTask.APPEND,
            WalLevel.OS,
            1,
            WalContender.CHRONICLE_QUEUE,
            WalContender.BLOCK_WRITE,
            WalContender.ROCKSDB,
            WalContender.MMAP),
    APPEND_OS_4T(
            "append-32B-4t-os",
            WalTask.APPEND,
            WalLevel.OS,
            4,
            WalContender.CHRONICLE_QUEUE,
            WalContender.BLOCK_WRITE,
            WalContender.ROCKSDB,
            WalContender.MMAP,
            WalContender.OWN_1T),
    SYNC_BLOCKING(
            "append-sync-24t",
            WalTask.APPEND_BLOCKING,
            WalLevel.SYNC,
            24,
            WalContender.FSYNC_EACH,
            WalContender.ROCKSDB),
    SYNC_ASYNC(
            "append-sync-async",
            WalTask.APPEND_ASYNC,
            WalLevel.SYNC_BEHIND,
            1,
            WalContender.FSYNC_EACH,
            WalContender.BLOCK_WRITE,
            WalContender.ROCKSDB,
            WalContender.OWN_OS),
    READ_TAIL("read-tail", WalTask.READ_TAIL, WalLevel.OS, 1, WalContender.CHRONICLE_QUEUE),
    READ_COLD(
            "read-cold", WalTask.READ_COLD, WalLevel.OS, 1, WalContender.CHRONICLE_QUEUE, WalContender.DISK_SEQUENTIAL);

    private final String label;
    private final WalTask task;
    private final WalLevel level;
    private final int threads;
    private final List<WalContender> peers;

    WalCase(String label, WalTask task, WalLevel level, int threads, WalContender... peers) {
        this.label = label;
        this.task = task;
        this.level = level;
        this.threads = threads;
        this.peers = List.of(peers);
    }

    static WalCase named(String label) {
        return Arrays.stream(values())
                .filter(each -> each.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "no such case: " + label + " (expected: one of " + List.of(values()) + ")"));
    }

    WalTask task() {
        return task;
    }

    WalLevel level() {
        return level;
    }

    int threads() {
        return threads;
    }

    List<WalContender> peers() {
        return peers;
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
