package io.millrace.wal;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Appends numbered records from a few threads until it is killed, and says now and then what it holds to be kept. */
public final class KilledWriter {

    static final int THREADS = 3;
    static final int RECORD = 16;

    private KilledWriter() {}

    public static void main(String[] args) throws Exception {
        Durability level = Durability.valueOf(args[1]);
        WalConfig config = WalConfig.defaults().withDurability(level).withSegmentBytes(1 << 20);
        WriteAheadLog log = WriteAheadLog.open(Path.of(args[0]), config);
        List<Thread> threads = new ArrayList<>();
        System.out.println("OPEN " + log.tailPosition());
        for (int thread = 0; thread < THREADS; thread++) {
            int number = thread;
            Thread writer = new Thread(() -> write(log, number, level));
            writer.start();
            threads.add(writer);
        }
        for (Thread writer : threads) {
            writer.join();
        }
    }

    /** Each record says its thread and its place among that thread's records. */
    private static void write(WriteAheadLog log, int thread, Durability level) {
        RecordClaim claim = new RecordClaim();
        for (long count = 0; ; count++) {
            log.claim(WalRecord.TYPE_MIN + thread, RECORD + (int) (count % 100), claim);
            claim.page().buffer().putLong(claim.index(), count);
            claim.page().buffer().putLong(claim.index() + Long.BYTES, ~count);
            long position = claim.position();
            claim.publish();
            if (count % 1000 == 0) {
                if (level != Durability.OS) {
                    log.awaitDurable(position);
                }
                synchronized (System.out) {
                    System.out.println("KEPT " + thread + " " + count + " " + position);
                }
            }
            if (count % 50_000 == 0 && thread == 0) {
                log.truncatePrefix(position - (8 << 20));
            }
        }
    }
}
