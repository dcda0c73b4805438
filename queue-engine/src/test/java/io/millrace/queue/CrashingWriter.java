package io.millrace.queue;

import io.millrace.wal.Durability;
import java.nio.file.Path;

/**
 * The process that {@link QueueEngineCrashIT} kills: writers that take the steps of their workloads and say now and then how
 * many of them were acknowledged.
 */
final class CrashingWriter {

    static final int WRITERS = 3;
    /** Of each writer: small enough that a check of all of them does not take longer than the life before it. */
    static final int QUEUES = 200;

    /** Steps of one line of acknowledgement. */
    static final int STEPS = 16;

    private CrashingWriter() {}

    static QueueConfig config(Durability durability) {
        return TestEngines.small().withDurability(durability);
    }

    /** Arguments: folder, level, seed of the round. */
    public static void main(String[] args) {
        QueueEngine engine = QueueEngine.open(Path.of(args[0]), config(Durability.valueOf(args[1])));
        long seed = Long.parseLong(args[2]);
        System.out.println("OPEN");
        for (int writer = 0; writer < WRITERS; writer++) {
            int number = writer;
            new Thread(() -> write(engine, new Workload(seed, number, QUEUES), number)).start();
        }
    }

    private static void write(QueueEngine engine, Workload workload, int writer) {
        try {
            for (int taken = 0; ; ) {
                for (int i = 0; i < STEPS; i++) {
                    Workload.take(workload.next(), engine);
                    taken++;
                }
                System.out.println("DONE " + writer + " " + taken);
            }
        } catch (RuntimeException | Error e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
