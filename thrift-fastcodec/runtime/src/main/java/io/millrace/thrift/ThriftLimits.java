package io.millrace.thrift;

/**
 * What a reader takes from a peer before it gives up.
 *
 * <p>Beside them, always: no container is begun whose elements could not lie in the bytes that are left, and no message makes a reader allocate more
 * than {@value #GROWTH} times its own size and 64 KiB.
 *
 * @param messageBytes of one message, without its frame
 * @param depth of structs inside each other; in fields that are skipped, of containers too
 * @param stringBytes of one string or binary
 * @param containerSize elements of one list or set, entries of one map
 * @param decodedBytes of memory for the objects of one message, as estimated while reading
 */
public record ThriftLimits(int messageBytes, int depth, int stringBytes, int containerSize, long decodedBytes) {
    /** Bytes of objects for a byte of message; a list of structs that hold one short string each needs about 20. */
    static final int GROWTH = 64;

    /** What a small message may take beyond {@link #GROWTH}. */
    static final int ALLOWANCE = 64 * 1024;

    /** A reader recurses once a level; at this depth the frames of generated code fit a thread's default stack many times over. */
    private static final int DEPTH_MAX = 1024;

    private static final ThriftLimits DEFAULTS =
            new ThriftLimits(64 << 20, 64, 64 << 20, Integer.MAX_VALUE, 512L << 20);

    /** Checks the values. */
    public ThriftLimits {
        positive("messageBytes", messageBytes);
        positive("depth", depth);
        positive("stringBytes", stringBytes);
        positive("containerSize", containerSize);
        positive("decodedBytes", decodedBytes);
        if (depth > DEPTH_MAX) {
            throw new IllegalArgumentException("depth: " + depth + " (expected: <= " + DEPTH_MAX + ")");
        }
    }

    /** 64 MiB a message, depth 64, strings and containers as the message allows, 512 MiB decoded. */
    public static ThriftLimits defaults() {
        return DEFAULTS;
    }

    /** These limits with another one on messages. */
    public ThriftLimits withMessageBytes(int bytes) {
        return new ThriftLimits(bytes, depth, stringBytes, containerSize, decodedBytes);
    }

    /** These limits with another depth, at most 1024. */
    public ThriftLimits withDepth(int levels) {
        return new ThriftLimits(messageBytes, levels, stringBytes, containerSize, decodedBytes);
    }

    /** These limits with another one on strings and binaries. */
    public ThriftLimits withStringBytes(int bytes) {
        return new ThriftLimits(messageBytes, depth, bytes, containerSize, decodedBytes);
    }

    /** These limits with another one on containers. */
    public ThriftLimits withContainerSize(int elements) {
        return new ThriftLimits(messageBytes, depth, stringBytes, elements, decodedBytes);
    }

    /** These limits with another budget of decoded memory. */
    public ThriftLimits withDecodedBytes(long bytes) {
        return new ThriftLimits(messageBytes, depth, stringBytes, containerSize, bytes);
    }

    /** What objects of a message of {@code length} bytes may take. */
    long budget(int length) {
        return Math.min(decodedBytes, (long) GROWTH * length + ALLOWANCE);
    }

    private static void positive(String name, long value) {
        if (value <= 0) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: > 0)");
        }
    }
}
