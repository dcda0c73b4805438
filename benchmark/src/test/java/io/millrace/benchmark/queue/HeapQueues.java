package io.millrace.benchmark.queue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A store on the heap that can be told to lie. */
class HeapQueues implements QueueSubject {
    private final Map<String, List<byte[]>> queues = new ConcurrentHashMap<>();

    @Override
    public void open(Path directory, QueueSettings settings) {
        // Nothing to open.
    }

    @Override
    public void put(String queue, byte[] message) {
        List<byte[]> list = queues.computeIfAbsent(queue, name -> new ArrayList<>());
        synchronized (list) {
            list.add(message.clone());
        }
    }

    @Override
    public Collection<byte[]> get(String queue, long offset, long count) {
        List<byte[]> list = queues.getOrDefault(queue, List.of());
        synchronized (list) {
            int from = (int) Math.min(offset, list.size());
            return List.copyOf(list.subList(from, (int) Math.min(from + count, list.size())));
        }
    }

    List<byte[]> list(String queue) {
        return queues.getOrDefault(queue, List.of());
    }

    @Override
    public void commit() {
        // Nothing to force.
    }

    @Override
    public void close() {
        queues.clear();
    }
}
