package io.millrace.benchmark.queue;

/** Who takes part: the name in results, and the class of the subject. */
enum QueueContender {
    OURS("millrace", "io.millrace.benchmark.queue.MillraceQueues", false),
    ROCKSDB("rocksdb", "io.millrace.benchmark.peers.RocksQueues", true),
    CHRONICLE_QUEUE("chronicle-queue", "io.millrace.benchmark.peers.ChronicleQueues", true),
    KAFKA("kafka", "io.millrace.benchmark.peers.KafkaQueues", true),

    /** Ours at {@link QueueLevel#PAGE}, beside ours at a safer level. */
    OWN_PAGE("own-page", "", false),

    /** The device itself: 4 KiB direct reads at random places. */
    DISK("disk-random-read-24t", "", false);

    private final String label;
    private final String subject;
    private final boolean fromPeerJars;

    QueueContender(String label, String subject, boolean fromPeerJars) {
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

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
