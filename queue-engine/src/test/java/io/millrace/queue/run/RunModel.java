package io.millrace.queue.run;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;

/** What a run should hold: plain lists. */
public final class RunModel {

    /** A queue's messages and the offset of the first. */
    public record Queue(long firstOffset, List<byte[]> messages) {

        /** The offset behind the last. */
        public long nextOffset() {
            return firstOffset + messages.size();
        }
    }

    private final SortedMap<Integer, Queue> queues = new TreeMap<>();

    /** The queues by id. */
    public SortedMap<Integer, Queue> queues() {
        return queues;
    }

    /** The queue of an id that is here. */
    public Queue queue(int id) {
        return Objects.requireNonNull(queues.get(id));
    }

    /** Messages in all. */
    public long messages() {
        return queues.values().stream()
                .mapToLong(queue -> queue.messages().size())
                .sum();
    }

    /** Random queues with gaps between their ids, skewed in their numbers of messages, which are of all sizes. */
    public static RunModel random(Random random, int queueCount) {
        RunModel model = new RunModel();
        int id = random.nextInt(200);
        for (int i = 0; i < queueCount; i++) {
            int count = random.nextInt(20) == 0 ? 1 + random.nextInt(600) : 1 + random.nextInt(12);
            long first = random.nextInt(4) == 0 ? random.nextLong() >>> 8 : random.nextInt(100);
            List<byte[]> messages = new ArrayList<>();
            for (int j = 0; j < count; j++) {
                messages.add(message(random));
            }
            model.queues.put(id, new Queue(first, messages));
            id += random.nextInt(10) == 0 ? 1 + random.nextInt(500) : 1 + random.nextInt(3);
        }
        return model;
    }

    /** Of 0 bytes to three blocks, rarely of 100 KB. */
    public static byte[] message(Random random) {
        int size;
        switch (random.nextInt(12)) {
            case 0 -> size = 0;
            case 1 -> size = 120 + random.nextInt(16);
            case 2 -> size = random.nextInt(3 * 4096);
            case 3 -> size = random.nextInt(40) == 0 ? 100_000 + random.nextInt(9000) : 4090 + random.nextInt(10);
            default -> size = random.nextInt(100);
        }
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Writes it, message by message or framed as the random source says. */
    public Run write(Path file, RunOrigin origin, RunStorage storage, Random random) {
        try (RunWriter writer = RunWriter.create(file, origin, storage)) {
            queues.forEach((id, queue) -> {
                writer.beginQueue(id, queue.firstOffset());
                if (random.nextBoolean()) {
                    for (byte[] message : queue.messages()) {
                        writer.message(ByteBuffer.wrap(message), 0, message.length);
                    }
                } else {
                    framed(writer, queue.messages(), random);
                }
            });
            return writer.finish();
        }
    }

    private static void framed(RunWriter writer, List<byte[]> messages, Random random) {
        int bytes = messages.stream()
                .mapToInt(message -> Frames.framedBytes(message.length))
                .sum();
        ByteBuffer all = ByteBuffer.allocate(bytes);
        int at = 0;
        for (byte[] message : messages) {
            at = Frames.putLengthOf(all, at, message.length);
            all.put(at, message);
            at += message.length;
        }
        for (int from = 0; from < bytes; ) {
            int step = Math.min(bytes - from, 1 + random.nextInt(random.nextBoolean() ? 3 : 20_000));
            writer.framed(all, from, step);
            from += step;
        }
    }
}
