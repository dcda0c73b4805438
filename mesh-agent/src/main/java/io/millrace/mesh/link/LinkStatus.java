package io.millrace.mesh.link;

/**
 * How a call ended, as one byte of a REPLY.
 *
 * <p>0 to 15 are the link's own words; from 16 on the byte is the status of the protocol that the call carries (for Dubbo 20 is OK),
 * passed through untouched.
 */
public final class LinkStatus {
    /** The provider agent has no room; the call was not executed and may be sent elsewhere. */
    public static final int BUSY = 1;
    /** The deadline passed in the provider agent's queue; the call was not executed. */
    public static final int EXPIRED = 2;
    /** The provider agent has no working connection to its provider; the call was not executed. */
    public static final int UNAVAILABLE = 3;
    /** The provider agent does not front this service; the call was not executed. */
    public static final int UNKNOWN_SERVICE = 4;
    /** The connection to the provider broke in mid-call; the call may have been executed. */
    public static final int LOST = 5;
    /** The provider agent could not read the call; it was not executed. */
    public static final int BAD_CALL = 6;
    /** The deadline passed while the provider worked on it; the call may have been executed. */
    public static final int TIMED_OUT = 7;

    /** The first status that belongs to the carried protocol. */
    public static final int FIRST_OF_PROTOCOL = 16;

    private LinkStatus() {}

    /** Whether {@code status} is the carried protocol's own. */
    public static boolean isOfProtocol(int status) {
        return status >= FIRST_OF_PROTOCOL;
    }

    /** Whether the provider has certainly not seen the call, so that it may be sent elsewhere. */
    public static boolean isNotExecuted(int status) {
        return status == BUSY || status == UNAVAILABLE || status == EXPIRED || status == UNKNOWN_SERVICE;
    }

    /** The status as a word for messages and meter tags. */
    public static String nameOf(int status) {
        return switch (status) {
            case BUSY -> "busy";
            case EXPIRED -> "expired";
            case UNAVAILABLE -> "unavailable";
            case UNKNOWN_SERVICE -> "unknown-service";
            case LOST -> "lost";
            case BAD_CALL -> "bad-call";
            case TIMED_OUT -> "timed-out";
            default -> isOfProtocol(status) ? "protocol-" + status : "unknown-" + status;
        };
    }
}
