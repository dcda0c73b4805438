package io.millrace.wal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * How fast appends of 32 bytes are beside a plain loop that writes 64 KiB blocks with a checksum, in one run; to be started by hand:
 * {@code AppendMeasure <directory> [seconds]}. Segments are truncated behind, so that the disk is not the limit.
 */
public final class AppendMeasure {

    private static final int RECORD = 32;
    private static final int BLOCK = 64 << 10;

    private AppendMeasure() {}

    public static void main(String[] args) throws Exception {
        Path directory = Path.of(args[0]);
        long nanos = Long.parseLong(args.length > 1 ? args[1] : "3") * 1_000_000_000L;
        for (int round = 0; round < 3; round++) {
            double plain = blockLoop(directory.resolve("plain"), nanos);
            System.out.printf("round %d plain 64K loop    %6.2f M/s%n", round, plain);
            for (Durability level : List.of(Durability.PAGE, Durability.OS)) {
                for (int threads : new int[] {1, 4}) {
                    double rate = append(directory.resolve("wal"), level, threads, nanos);
                    System.out.printf(
                            "round %d %-4s %d threads     %6.2f M/s  %.2f of plain%n",
                            round, level, threads, rate, rate / plain);
                }
            }
        }
    }

    private static double blockLoop(Path file, long nanos) throws IOException {
        byte[] record = new byte[RECORD];
        ByteBuffer block = ByteBuffer.allocateDirect(BLOCK);
        CRC32C crc = new CRC32C();
        long count = 0;
        long begun = System.nanoTime();
        long fileBytes = 256 << 20;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            long position = 0;
            while (System.nanoTime() - begun < nanos) {
                block.clear().position(8);
                while (block.remaining() >= RECORD + 8) {
                    block.putLong(RECORD).put(record);
                    count++;
                }
                block.flip().position(8);
                crc.reset();
                crc.update(block);
                block.rewind();
                block.putInt(0, (int) crc.getValue());
                while (block.hasRemaining()) {
                    position += channel.write(block, position % fileBytes);
                }
            }
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        Files.delete(file);
        return count / seconds / 1e6;
    }

    private static double append(Path directory, Durability level, int threads, long nanos) throws Exception {
        WalConfig config = WalConfig.defaults().withDurability(level).withPreparedSegments(4);
        long count = 0;
        double seconds;
        try (WriteAheadLog log = WriteAheadLog.open(directory, config)) {
            List<Thread> appenders = new ArrayList<>();
            long[] counts = new long[threads * 16];
            long begun = System.nanoTime();
            for (int thread = 0; thread < threads; thread++) {
                int place = thread * 16;
                Thread appender = new Thread(() -> counts[place] = appendUntil(log, begun + nanos));
                appender.start();
                appenders.add(appender);
            }
            for (Thread appender : appenders) {
                appender.join();
            }
            seconds = (System.nanoTime() - begun) / 1e9;
            for (long part : counts) {
                count += part;
            }
            log.truncatePrefix(log.tailPosition());
        }
        try (var files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        return count / seconds / 1e6;
    }

    private static long appendUntil(WriteAheadLog log, long deadline) {
        byte[] record = new byte[RECORD];
        long count = 0;
        while (true) {
            for (int part = 0; part < 10_000; part++) {
                log.append(WalRecord.TYPE_MIN, record, 0, RECORD);
            }
            count += 10_000;
            if (System.nanoTime() > deadline) {
                return count;
            }
            if (count % 500_000 == 0) {
                log.truncatePrefix(log.publishedPosition());
            }
        }
    }
}
