package io.millrace.benchmark.wal;

/** Who takes part: the name in results, and the class of the subject. */
enum WalContender {
    OURS("millrace", "io.millrace.benchmark.wal.MillraceWal", false),
    CHRONICLE_QUEUE("chronicle-queue", "io.millrace.benchmark.peers.ChronicleWal", true),
    BLOCK_WRITE("block-write-64k", "io.millrace.benchmark.wal.BlockWriteWal", false),
    ROCKSDB("rocksdb-wal", "io.millrace.benchmark.peers.RocksWal", true),
    MMAP("mmap", "io.millrace.benchmark.wal.MmapWal", false),
    FSYNC_EACH("fsync-each", "io.millrace.benchmark.wal.FsyncEachWal", false),

    /** The device itself: the files of ours read as plain files. */
    DISK_SEQUENTIAL("disk-sequential", "", false),

    /** Ours with one thread, beside ours with four. */
    OWN_1T("own-1t", "", false),

    /** Ours at {@link WalLevel#OS}, beside ours at {@link WalLevel#SYNC}. */
    OWN_OS("own-os", "", false);

    private final String label;
    private final String subject;
    private final boolean fromPeerJars;

    WalContender(String label, String subject, boolean fromPeerJars) {
        this.label = label;
        this.subject = subject;
        this.fromPeerJars = fromPeerJars;
    }

    String subject() {
        return subject;
    }

    boolean isFromPeerJars() {
        return fromPeerJars;
    }

    /** Whether its figures are those of another case of ours. */
    boolean isOwnOther() {
        return this == OWN_1T || this == OWN_OS;
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
