package io.millrace.queue;

import io.millrace.wal.Durability;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;

/**
 * The process whose disk loses power in {@link QueueEngineRealDiskIT}: puts numbered messages, and says what is on the device by
 * then.
 */
final class DiskWriter {

    static final int QUEUES = 20;

    /** Messages between two calls of sync, where puts do not wait for the device. */
    private static final int SYNC_EVERY = 500;

    private DiskWriter() {}

    static QueueConfig config(Durability durability) {
        return TestEngines.small().withDurability(durability);
    }

    static String queue(long id) {
        return "queue-" + id % QUEUES;
    }

    /** The message with this number, which is that of its offset too: {@code id / QUEUES}. */
    static byte[] message(long id) {
        return ByteBuffer.allocate(60).putLong(0, id).array();
    }

    /** Arguments: folder, level. Ends its puts when the disk fails, and waits to be killed with the engine open. */
    public static void main(String[] args) {
        Durability durability = Durability.valueOf(args[1]);
        QueueEngine engine = QueueEngine.open(Path.of(args[0]), config(durability));
        long puts = 0;
        try {
            while (true) {
                engine.store().put(queue(puts), message(puts));
                puts++;
                if (durability == Durability.SYNC) {
                    System.out.println("DURABLE " + puts);
                } else if (puts % SYNC_EVERY == 0) {
                    engine.sync();
                    System.out.println("DURABLE " + puts);
                }
            }
        } catch (QueueException e) {
            System.out.println("FAILED " + e.reason() + " " + e.getMessage());
            while (true) {
                LockSupport.park(engine);
            }
        }
    }
}
