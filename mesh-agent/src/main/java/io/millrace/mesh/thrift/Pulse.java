package io.millrace.mesh.thrift;

import io.millrace.mesh.flow.Backoff;
import io.millrace.thrift.MessageKind;
import io.millrace.transport.FrameException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Knows whether a provider lives, by one connection that carries no calls of others.
 *
 * <p>Where a heartbeat is configured it is a call without arguments, and any answer is a sign of life, a refusal too; three silences in
 * a row are the end. Where none is, a connection that was made and stays open for a moment is the sign of life, and another one is
 * made after every silence: that finds a program that is gone and a machine that is gone, not a program that stands still.
 *
 * <p>A connection that ends after it has lived for a while is made again before anything is concluded, since servers close idle
 * ones.
 *
 * <p><b>Threads</b>: the provider's loop.
 */
final class Pulse implements ProviderConnection.Owner {
    private static final int SILENCES = 3;
    /** A struct without fields, in either encoding. */
    private static final ByteBuf NO_ARGUMENTS = Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(new byte[1]));

    private final ThriftProvider provider;
    private final ProviderLimits limits;
    private final EventLoop loop;
    private final String name;
    private final Backoff backoff =
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(2), ThreadLocalRandom.current());

    private @Nullable ProviderConnection current;
    private @Nullable ProviderConnection attempt;
    private long connectedNanos;
    private boolean heard;
    private int silences;
    private boolean stopped;

    Pulse(ThriftProvider provider, ProviderLimits limits, EventLoop loop, String name) {
        this.provider = provider;
        this.limits = limits;
        this.loop = loop;
        this.name = name;
    }

    void start() {
        renew();
        loop.schedule(this::beat, limits.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
    }

    void stop() {
        stopped = true;
        endQuietly(attempt);
        endQuietly(current);
        attempt = null;
        current = null;
    }

    /** The provider answered something, here or elsewhere. */
    void onHeard() {
        heard = true;
    }

    private void renew() {
        if (stopped || attempt != null) {
            return;
        }
        ProviderConnection made = provider.connection(this);
        attempt = made;
        provider.connect(made);
    }

    @Override
    public void onConnected(ProviderConnection connection) {
        ThriftRequest heartbeat = limits.pulse();
        if (heartbeat == null) {
            after(limits.settle(), () -> {
                if (connection == attempt) {
                    alive(connection);
                }
            });
        } else {
            connection.send(new Sign(connection), heartbeat, NO_ARGUMENTS, 0, 1);
            after(limits.connectTimeout(), () -> {
                if (connection == attempt) {
                    connection.end("provider " + name + " answered no heartbeat within "
                            + limits.connectTimeout().toMillis() + " ms");
                }
            });
        }
    }

    private void alive(ProviderConnection connection) {
        heard = true;
        silences = 0;
        if (connection == attempt) {
            ProviderConnection before = current;
            attempt = null;
            current = connection;
            connectedNanos = System.nanoTime();
            endQuietly(before);
            backoff.reset();
            provider.onUp();
        }
    }

    private void beat() {
        if (stopped) {
            return;
        }
        loop.schedule(this::beat, limits.heartbeat().toMillis(), TimeUnit.MILLISECONDS);
        ProviderConnection connection = current;
        if (connection == null) {
            return; // an attempt is under way, or will be
        }
        boolean silent = !heard;
        heard = false;
        ThriftRequest heartbeat = limits.pulse();
        if (heartbeat == null) {
            if (silent) {
                renew();
            }
            return;
        }
        silences = silent ? silences + 1 : 0;
        if (silences == SILENCES) {
            down("provider " + name + " left " + SILENCES + " heartbeats unanswered", true);
        } else if (connection.load() == 0) {
            connection.send(new Sign(connection), heartbeat, NO_ARGUMENTS, 0, 1);
        }
    }

    @Override
    public void onAnswered(ProviderConnection connection) {
        heard = true;
    }

    @Override
    public void onEnded(ProviderConnection connection, String why) {
        if (connection == current) {
            long lived = System.nanoTime() - connectedNanos;
            current = null;
            if (lived >= limits.heartbeat().toNanos()) {
                renew(); // an idle connection that the server closed; if not, this attempt will tell
            } else {
                down(why, false);
            }
        } else if (connection == attempt) {
            attempt = null;
            down(why, false);
        }
    }

    private void down(String why, boolean silent) {
        ProviderConnection before = current;
        current = null;
        endQuietly(before);
        if (!stopped) {
            provider.onDown(why, silent);
            after(Duration.ofMillis(backoff.nextMillis()), this::renew);
        }
    }

    /** Ends a connection that is no longer this pulse's, so that nothing is concluded from it. */
    private void endQuietly(@Nullable ProviderConnection connection) {
        if (connection != null) {
            if (connection == current) {
                current = null;
            }
            if (connection == attempt) {
                attempt = null;
            }
            connection.end("not needed any more");
        }
    }

    private void after(Duration delay, Runnable task) {
        loop.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    @Override
    public void onMalformed(FrameException why) {
        provider.onMalformed(why);
    }

    /** A heartbeat that is on its way. */
    private final class Sign implements OpenCall {
        private final ProviderConnection connection;

        Sign(ProviderConnection connection) {
            this.connection = connection;
        }

        @Override
        public void onAnswer(MessageKind kind, ByteBuf in, int index, int length) {
            alive(connection);
        }

        @Override
        public void onSent() {
            // a heartbeat is never one-way
        }

        @Override
        public void onNotSent(String why) {
            // onEnded has said so
        }

        @Override
        public void onConnectionLost(String why) {
            // onEnded has said so
        }
    }
}
