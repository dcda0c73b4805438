package io.millrace.tiered.cold;

import io.millrace.tiered.rate.TokenBucket;

/**
 * How fast segments are copied: a broker that catches up with what others have copied must not slow down the copies of what it leads.
 *
 * @param copies of segments that this broker is the first to copy
 * @param replicas of segments that another broker has copied before
 */
public record CopyRates(TokenBucket copies, TokenBucket replicas) {

    /** The same bucket for both. */
    public static CopyRates of(TokenBucket both) {
        return new CopyRates(both, both);
    }
}
