package io.millrace.newsql.node.server;

import io.millrace.newsql.node.OrderedStore;
import io.millrace.newsql.node.command.Keyspace;
import io.millrace.newsql.node.command.LoopData;
import io.millrace.newsql.node.command.TurnData;
import io.netty.channel.EventLoop;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Removes, a little at a time, keys whose time has passed and what deleted collections have left. <b>Threads.</b> One event loop. */
public final class Sweep {

    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);

    private static final long EVERY_MILLIS = 200;

    /** Entries of one commit: the writer does nothing else meanwhile. */
    private static final int ENTRIES_MAX = 1000;

    private static final long BYTES = 1024;

    private final OrderedStore store;
    private final EventLoop loop;
    private volatile boolean ended;

    public Sweep(OrderedStore store, EventLoop loop) {
        this.store = store;
        this.loop = loop;
    }

    /** Begins, and goes on until {@link #end} or the loop's end. */
    public void start() {
        loop.schedule(this::step, EVERY_MILLIS, TimeUnit.MILLISECONDS);
    }

    public void end() {
        ended = true;
    }

    private void step() {
        if (ended) {
            return;
        }
        if (!isSomethingThere()) {
            start();
            return;
        }
        store.commit(
                        newest -> {
                            TurnData data = new TurnData(newest);
                            new Keyspace(data, System.currentTimeMillis()).sweep(ENTRIES_MAX);
                            return data.toBatch();
                        },
                        BYTES)
                .whenComplete((position, failure) -> {
                    if (failure != null && !ended) {
                        LOG.warn("nothing swept: {}", failure.getMessage());
                    }
                    if (!loop.isShuttingDown()) {
                        start();
                    }
                });
    }

    private boolean isSomethingThere() {
        LoopData data = new LoopData(store);
        try {
            return new Keyspace(data, System.currentTimeMillis()).hasToSweep();
        } catch (RuntimeException e) {
            LOG.warn("nothing swept: {}", e.getMessage());
            return false;
        } finally {
            data.thaw();
        }
    }
}
