package io.millrace.tiered.space;

/** Why a segment is still on the fast disk. */
enum StayReason {
    /** It is written to. */
    ACTIVE("it is written to"),
    /** Nobody has copied it. */
    NOT_COPIED("it is not copied yet"),
    /** Another broker has copied it. */
    NOT_HELD("the leader has copied it, this broker has no verified copy of its own yet"),
    /** The cutoff does not count for its topic. */
    OWN_RETENTION("its topic has a local.retention.ms of its own, or copies no longer"),
    /** There is no watcher. */
    WATCHER_OFF("space.high is not set: local.retention.* decides"),
    /** No age is old enough. */
    NO_TIME("its timestamps are ahead of the clock"),
    /** Kafka takes segments off the front of a log only. */
    BEHIND_ANOTHER("an earlier segment of its partition must stay"),
    /** It would go. */
    HELD_BACK("another partition holds the cutoff back"),
    /** It is young, or there is room. */
    ENOUGH_ROOM("there is room: older ones go first"),
    /** It goes. */
    NEXT("it goes with the next eviction");

    private final String text;

    StayReason(String text) {
        this.text = text;
    }

    /** For people. */
    String text() {
        return text;
    }
}
