package io.millrace.queue.merge;

import java.util.Arrays;

/**
 * Which lane takes the messages of which queues, so that each lane is small enough for the cache, and which lanes are filled together.
 *
 * <p>Queues are first counted in buckets of neighbours, few enough that the counters stay in the cache. A bucket with too much for a lane is counted again queue by queue. A lane
 * is then a range of queues of at most {@code laneBytes}; a single queue with more than that is a <em>tall</em> lane: there is nothing to sort in it. A <em>pass</em> is as many
 * lanes as there is memory for.
 *
 * <p><b>Threads.</b> One.
 */
final class LanePlan {
    /** Buckets at most: their counters fill a quarter megabyte. */
    private static final int BUCKETS_MAX = 1 << 15;

    /** Queues of a lane at most: what its tables hold. */
    private static final int LANE_QUEUES_MAX = 1 << 15;

    /** In a sum: messages above, bytes below; a segment has less than 2³¹ of either. */
    private static final long ONE_MESSAGE = 1L << Integer.SIZE;

    private final long laneBytes;
    private final int queueLimit;
    private final int shift;
    private final long[] bucketSum;
    /** Of a bucket: its lane, or, complemented, where its queues begin in the arrays of the large. */
    private final int[] bucketLane;

    private long[] largeSum = {};
    private int[] largeLane = {};

    private int lanes;
    private long[] sum = new long[64];
    private int[] firstQueue = new int[64];
    private int[] endQueue = new int[64];
    private int[] pass = {};
    private int passes;

    LanePlan(int queueLimit, long laneBytes) {
        this.queueLimit = queueLimit;
        this.laneBytes = laneBytes;
        int bits = Integer.SIZE - Integer.numberOfLeadingZeros(Math.max(0, queueLimit - 1));
        shift = Math.max(0, bits - Integer.numberOfTrailingZeros(BUCKETS_MAX));
        int buckets = queueLimit == 0 ? 0 : (queueLimit - 1 >>> shift) + 1;
        bucketSum = new long[buckets];
        bucketLane = new int[buckets];
    }

    // ---- counting ----

    /** First count: a message of so many bytes in a lane. */
    void count(int queueId, int laneLength) {
        bucketSum[queueId >>> shift] += ONE_MESSAGE + laneLength;
    }

    /** Ends the first count. Returns whether some buckets need the second one. */
    boolean needsSecondCount() {
        int large = 0;
        for (int bucket = 0; bucket < bucketSum.length; bucket++) {
            if (shift > 0 && bytesOf(bucketSum[bucket]) > laneBytes) {
                bucketLane[bucket] = ~(large++ << shift);
            }
        }
        largeSum = new long[large << shift];
        largeLane = new int[large << shift];
        return large > 0;
    }

    /** Second count: ignores what the first one was enough for. */
    void countLarge(int queueId, int laneLength) {
        int lane = bucketLane[queueId >>> shift];
        if (lane < 0) {
            largeSum[~lane + low(queueId)] += ONE_MESSAGE + laneLength;
        }
    }

    private int low(int queueId) {
        return queueId & (1 << shift) - 1;
    }

    // ---- dividing ----

    /** Ends counting. */
    void divide() {
        for (int bucket = 0; bucket < bucketSum.length; bucket++) {
            int first = bucket << shift;
            if (bucketLane[bucket] < 0) {
                int from = ~bucketLane[bucket];
                for (int i = 0; i < 1 << shift; i++) {
                    largeLane[from + i] = laneFor(first + i, first + i + 1, largeSum[from + i]);
                }
            } else {
                int end = (int) Math.min(queueLimit, first + (1L << shift));
                bucketLane[bucket] = laneFor(first, end, bucketSum[bucket]);
            }
        }
    }

    private int laneFor(int from, int end, long more) {
        int last = lanes - 1;
        if (last < 0 || overflows(sum[last], more) || end - firstQueue[last] > LANE_QUEUES_MAX) {
            last = newLane(from);
        } else if (sum[last] == 0) {
            firstQueue[last] = from;
        }
        sum[last] += more;
        endQueue[last] = end;
        return last;
    }

    private boolean overflows(long some, long more) {
        return some > 0 && more > 0 && bytesOf(some) + bytesOf(more) > laneBytes;
    }

    private int newLane(int from) {
        if (lanes == sum.length) {
            sum = Arrays.copyOf(sum, 2 * lanes);
            firstQueue = Arrays.copyOf(firstQueue, 2 * lanes);
            endQueue = Arrays.copyOf(endQueue, 2 * lanes);
        }
        firstQueue[lanes] = from;
        return lanes++;
    }

    /** Puts neighbouring lanes into passes of so many bytes; a lane that is larger makes a pass by itself. */
    void assignPasses(long memory) {
        pass = new int[lanes];
        long filled = 0;
        for (int lane = 0; lane < lanes; lane++) {
            if (lane == 0 || filled + bytes(lane) > memory) {
                passes++;
                filled = 0;
            }
            filled += bytes(lane);
            pass[lane] = passes - 1;
        }
    }

    // ---- asking ----

    int lanes() {
        return lanes;
    }

    int passes() {
        return passes;
    }

    /** The lane of a queue. */
    int lane(int queueId) {
        int lane = bucketLane[queueId >>> shift];
        return lane >= 0 ? lane : largeLane[~lane + low(queueId)];
    }

    int pass(int lane) {
        return pass[lane];
    }

    /** Bytes that come into the lane. */
    long bytes(int lane) {
        return bytesOf(sum[lane]);
    }

    /** Messages that come into the lane. */
    int messages(int lane) {
        return (int) (sum[lane] >>> Integer.SIZE);
    }

    int firstQueue(int lane) {
        return firstQueue[lane];
    }

    int endQueue(int lane) {
        return endQueue[lane];
    }

    /** Whether one queue alone has more than a lane should. */
    boolean isTall(int lane) {
        return bytes(lane) > laneBytes;
    }

    /** All that comes into lanes. */
    long totalBytes() {
        long total = 0;
        for (int lane = 0; lane < lanes; lane++) {
            total += bytes(lane);
        }
        return total;
    }

    private static long bytesOf(long sum) {
        return (int) sum;
    }
}
