package io.millrace.benchmark.queue;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How many puts of each queue have returned, in a mapped file that outlives a killed process.
 *
 * <p>A queue's count has one writer at a time. Readers in the same process see it once the phase has ended.
 */
final class Acknowledged {
    private final IntBuffer counts;
    private final int queues;

    private Acknowledged(IntBuffer counts, int queues) {
        this.counts = counts;
        this.queues = queues;
    }

    /** Opens the file, or makes it with zeros. */
    static Acknowledged open(Path path, int queues) throws IOException {
        try (FileChannel file =
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            IntBuffer counts = file.map(FileChannel.MapMode.READ_WRITE, 0, (long) queues * Integer.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asIntBuffer();
            return new Acknowledged(counts, queues);
        }
    }

    int of(int queue) {
        return counts.get(queue);
    }

    void set(int queue, int count) {
        counts.put(queue, count);
    }

    int queues() {
        return queues;
    }

    long sum() {
        long sum = 0;
        for (int queue = 0; queue < queues; queue++) {
            sum += counts.get(queue);
        }
        return sum;
    }

    /** How many queues have a message. */
    int reached() {
        int reached = 0;
        for (int queue = 0; queue < queues; queue++) {
            reached += counts.get(queue) > 0 ? 1 : 0;
        }
        return reached;
    }
}
