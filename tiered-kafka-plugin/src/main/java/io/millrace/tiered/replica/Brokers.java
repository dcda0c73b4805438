package io.millrace.tiered.replica;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where the two plugins of a broker find each other: Kafka makes the storage and the metadata of a broker one after the other, and tells neither of the other. Several brokers may be in one
 * process.
 *
 * <p><b>Threads.</b> Safe.
 */
public final class Brokers {

    private static final Map<Integer, BrokerCopies> OPEN = new ConcurrentHashMap<>();

    private Brokers() {}

    /**
     * The storage of a broker is open.
     *
     * @throws IllegalStateException if another one is, of the same broker
     */
    public static void open(int broker, BrokerCopies copies) {
        BrokerCopies other = OPEN.putIfAbsent(broker, copies);
        if (other != null && other != copies) {
            throw new IllegalStateException("another storage is open in this process: broker=" + broker);
        }
    }

    /** The copies of a broker, if its storage is open. */
    public static Optional<BrokerCopies> find(int broker) {
        return Optional.ofNullable(OPEN.get(broker));
    }

    /** The storage of a broker is closed; without effect if it was another. */
    public static void close(int broker, BrokerCopies copies) {
        OPEN.remove(broker, copies);
    }
}
