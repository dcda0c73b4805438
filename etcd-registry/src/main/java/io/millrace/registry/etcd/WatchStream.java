package io.millrace.registry.etcd;

import io.etcd.jetcd.Watch;
import io.etcd.jetcd.watch.WatchEvent;
import io.etcd.jetcd.watch.WatchResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One watch, from its creation to its first error; jetcd's own resuming never gets to act.
 *
 * <p>jetcd calls on threads of gRPC; everything is passed on to the loop, in order.
 */
final class WatchStream implements Watch.Listener {

    /** What becomes of a watch; called on the loop, not after {@link #close} and not after {@link #ended}. */
    interface Events {
        /** etcd has taken the watch; every event from the asked revision on will come. */
        void created();

        void changed(List<WatchEvent> events);

        /** The watch is over. */
        void ended(Throwable why);
    }

    private final Loop loop;
    private final Events events;
    private boolean over;
    private Watch.@Nullable Watcher watcher;
    private Loop.@Nullable Timer creationTimer;

    WatchStream(Loop loop, Events events) {
        this.loop = loop;
        this.events = events;
    }

    /** The request is on its way; if etcd does not confirm it in time, the watch ends. */
    void opened(Watch.Watcher itsWatcher, Duration limit) {
        watcher = itsWatcher;
        creationTimer = loop.in(limit, () -> end(new TimeoutException("watch not created in " + limit)));
    }

    /** Ends the watch without a further call. */
    void close() {
        over = true;
        if (creationTimer != null) {
            creationTimer.cancel();
        }
        if (watcher != null) {
            watcher.close();
        }
    }

    @Override
    public void onNext(WatchResponse response) {
        loop.post(() -> {
            if (over) {
                return;
            }
            if (response.isCreatedNotify()) {
                created();
            } else if (!response.getEvents().isEmpty()) {
                events.changed(response.getEvents());
            }
        });
    }

    @Override
    public void onError(Throwable error) {
        loop.post(() -> end(error));
    }

    @Override
    public void onCompleted() {
        loop.post(() -> end(new IllegalStateException("watch ended by etcd")));
    }

    private void created() {
        if (creationTimer != null) {
            creationTimer.cancel();
        }
        events.created();
    }

    private void end(Throwable why) {
        if (!over) {
            close();
            events.ended(why);
        }
    }
}
