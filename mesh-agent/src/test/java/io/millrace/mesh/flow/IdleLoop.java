package io.millrace.mesh.flow;

import io.netty.channel.DefaultEventLoop;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** A loop that forgets what it is asked to run later: the test itself moves the time. Its thread is never started. */
final class IdleLoop extends DefaultEventLoop {
    @Override
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // nobody looks at the future
    public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
        return null;
    }
}
