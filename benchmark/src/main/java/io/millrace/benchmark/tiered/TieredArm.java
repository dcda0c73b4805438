package io.millrace.benchmark.tiered;

/** Which broker: the same Kafka with the same clients, told apart by where it keeps what. */
public enum TieredArm {
    /** Fresh segments on the fast disk, copies of old ones on the slow disk, by our storage. */
    OURS("millrace"),

    /** Ours without its smoother of writes, where ours has it on. */
    NO_SMOOTHER("no-smoother"),

    /** No tiers: all segments on the slow disk. */
    PLAIN("plain-kafka"),

    /** The same tiers as ours, by a storage of a hundred lines: through the page cache, copies as fast as they go. */
    NAIVE("naive-tier");

    private final String label;

    TieredArm(String label) {
        this.label = label;
    }

    public boolean isTiered() {
        return this != PLAIN;
    }

    /** The name in results. */
    @Override
    public String toString() {
        return label;
    }
}
