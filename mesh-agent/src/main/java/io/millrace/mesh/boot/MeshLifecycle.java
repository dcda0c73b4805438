package io.millrace.mesh.boot;

import io.millrace.mesh.MeshAgent;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.context.SmartLifecycle;

/**
 * Ends the agent with its application: drained first, while metrics and health still answer.
 */
final class MeshLifecycle implements SmartLifecycle {
    private final MeshAgent agent;
    private final Duration drainLimit;
    private volatile boolean running = true;

    MeshLifecycle(MeshAgent agent, Duration drainLimit) {
        this.agent = agent;
        this.drainLimit = drainLimit;
    }

    MeshAgent agent() {
        return agent;
    }

    @Override
    public void start() {
        // The agent was started with its bean, so that a port that is taken fails the application at once.
    }

    @Override
    public void stop(Runnable callback) {
        running = false;
        agent.drain(drainLimit)
                .toCompletableFuture()
                .orTimeout(drainLimit.toMillis() + 1000, TimeUnit.MILLISECONDS)
                // Not on the event loop that ended the drain: the close waits for it.
                .whenCompleteAsync(
                        (done, failure) -> {
                            try {
                                agent.close();
                            } finally {
                                callback.run();
                            }
                        },
                        close -> new Thread(close, "mesh-agent-close").start());
    }

    @Override
    public void stop() {
        running = false;
        agent.close();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
