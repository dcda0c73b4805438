package io.millrace.launcher.queue;

import io.millrace.queue.QueueConfig;
import io.millrace.queue.QueueEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The program of the children: an engine of its own, with the defaults, in the directory that it is told.
 *
 * <pre>
 *   write DIRECTORY WORKLOAD             puts messages and acknowledges them until it is killed
 *   finish DIRECTORY WORKLOAD ACKED…     opens what that one left, reads it, puts the rest, reads everything
 * </pre>
 *
 * <p>It tells on standard output, a line each, what {@link QueueDemo} listens for.
 */
public final class QueueWorker {

    static final String WRITE = "write";
    static final String FINISH = "finish";

    /** After a start, whatever the mode. */
    static final String READY = "READY pid=";

    /** The last line of a finish. */
    static final String DONE = "DONE";

    static final String RECOVERED = "recovered";
    static final String COMPLETE = "complete";

    private static final int WORKLOAD_AT = 2;

    private final QueueEngine engine;
    private final QueueWorkload workload;

    private QueueWorker(QueueEngine engine, QueueWorkload workload) {
        this.engine = engine;
        this.workload = workload;
    }

    /** Does one of the two and ends. */
    public static void main(String[] arguments) throws InterruptedException {
        List<String> words = List.of(arguments);
        QueueWorkload workload = QueueWorkload.parse(words.subList(WORKLOAD_AT, words.size()));
        int ackedAt = WORKLOAD_AT + workload.arguments().size();
        long begun = System.nanoTime();
        try (QueueEngine engine = QueueEngine.open(Path.of(arguments[1]), QueueConfig.defaults())) {
            say(READY + ProcessHandle.current().pid() + " nanos=" + (System.nanoTime() - begun));
            QueueWorker worker = new QueueWorker(engine, workload);
            if (arguments[0].equals(WRITE)) {
                worker.write(new int[workload.queues()]);
                new CountDownLatch(1).await(); // to be killed, whatever the machine's speed
            } else {
                worker.finish(words.subList(ackedAt, words.size()).stream()
                        .mapToInt(Integer::parseInt)
                        .toArray());
            }
        }
        say(DONE);
    }

    private void finish(int[] ackedByLane) throws InterruptedException {
        int[] present = new int[workload.queues()];
        say(QueueCheck.of(engine.store(), workload, workload.acknowledged(ackedByLane), present)
                .line(RECOVERED));
        write(present);
        int[] all = new int[workload.queues()];
        Arrays.fill(all, workload.messagesPerQueue());
        say(QueueCheck.of(engine.store(), workload, all, present).line(COMPLETE));
    }

    private void write(int[] present) throws InterruptedException {
        AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        List<Thread> lanes = new ArrayList<>();
        for (int lane = 0; lane < workload.lanes(); lane++) {
            Thread thread = new Thread(
                    new QueueWriter(engine.store(), workload, lane, present, System::nanoTime, System.out),
                    "lane " + lane);
            thread.setUncaughtExceptionHandler((which, cause) -> failure.compareAndSet(null, cause));
            lanes.add(thread);
        }
        lanes.forEach(Thread::start);
        for (Thread lane : lanes) {
            lane.join();
        }
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("a lane ended early: " + cause.getMessage(), cause);
        }
    }

    private static void say(String line) {
        System.out.println(line);
    }
}
