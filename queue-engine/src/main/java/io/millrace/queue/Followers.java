package io.millrace.queue;

import io.millrace.memory.ThreadEnd;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The follows of an engine, each with a thread that polls. */
final class Followers {

    /** Most follows at a time; whoever has more queues to follow polls them in turn. */
    static final int FOLLOWS_MAX = 256;

    private static final Logger LOG = LoggerFactory.getLogger(Followers.class);
    private static final int MESSAGES = 256;
    private static final int BYTES = 1 << 20;
    private static final Duration TURN = Duration.ofSeconds(1);

    private final QueueEngine engine;
    private final Semaphore permits = new Semaphore(FOLLOWS_MAX);
    private final Set<Running> running = ConcurrentHashMap.newKeySet();

    Followers(QueueEngine engine) {
        this.engine = engine;
    }

    Follow start(QueueId queue, long from, Follow.Listener listener) {
        if (!permits.tryAcquire()) {
            throw new QueueException(
                    QueueException.Reason.FULL,
                    "too many follows: count=" + FOLLOWS_MAX + " (expected: less), queue=" + queue.name()
                            + "; close one, or poll");
        }
        Running follow = new Running(queue, from, listener);
        running.add(follow);
        follow.thread.start();
        return follow;
    }

    void close() {
        running.forEach(Running::close);
    }

    private final class Running implements Follow {

        private final QueueId queue;
        private final Listener listener;
        private final Thread thread;
        private volatile boolean closed;
        private volatile long next;

        Running(QueueId queue, long from, Listener listener) {
            this.queue = queue;
            this.listener = listener;
            this.next = from;
            this.thread = new Thread(this::run, "millrace-queue-follow-" + queue.number());
            thread.setDaemon(true);
        }

        @Override
        public long nextOffset() {
            return next;
        }

        @Override
        public void close() {
            closed = true;
            engine.wake(queue); // Not an interrupt: that would close the file that the thread may be reading.
            if (Thread.currentThread() != thread) {
                ThreadEnd.await(thread);
            }
        }

        private void run() {
            try {
                while (!closed) {
                    engine.awaitMessage(queue, next, () -> closed, TURN);
                    try (MessageBatch batch = engine.read(queue, next, MESSAGES, BYTES)) {
                        for (MessageBatch.Message message : batch) {
                            listener.message(message.offset(), message.bytes());
                            next = message.offset() + 1;
                        }
                    }
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (RuntimeException e) {
                end(e);
            } finally {
                running.remove(this);
                permits.release();
            }
        }

        private void end(RuntimeException cause) {
            if (closed) {
                return;
            }
            try {
                listener.ended(cause);
            } catch (RuntimeException e) {
                e.addSuppressed(cause);
                LOG.warn("listener of a follow failed when told of its end: queue={}", queue.name(), e);
            }
        }
    }
}
