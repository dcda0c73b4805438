package io.millrace.thrift.netty;

import io.netty.channel.Channel;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.util.concurrent.GlobalEventExecutor;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The open connections of a server, and their end. <b>Threads.</b> Safe; {@link #drain} and {@link #close} wait for the
 * loops.
 */
final class ServerConnections {
    private static final Logger LOG = LoggerFactory.getLogger(ServerConnections.class);

    /** Closes what is added after its own close. */
    private final ChannelGroup open = new DefaultChannelGroup(GlobalEventExecutor.INSTANCE, true);

    private volatile boolean draining;

    /** A connection that lives until its channel closes. */
    void add(Channel channel) {
        open.add(channel);
        if (draining) {
            channel.close();
        }
    }

    int size() {
        return open.size();
    }

    /** Lets calls in work be answered, for that long at most, and closes each connection behind its last answer. */
    void drain(Duration limit) {
        draining = true;
        for (Channel channel : open) {
            onLoop(channel, connection -> connection.drain(channel));
        }
        if (!areClosedWithin(limit)) {
            LongAdder dropped = new LongAdder();
            for (Channel channel : open) {
                onLoop(channel, connection -> {
                    dropped.add(connection.calls());
                    channel.close();
                });
            }
            open.newCloseFuture().syncUninterruptibly();
            LOG.warn("drain ended before its calls limit={} dropped={}", limit, dropped);
        }
    }

    /** An interrupt ends the wait, and stays. */
    private boolean areClosedWithin(Duration limit) {
        try {
            return open.newCloseFuture().await(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void onLoop(Channel channel, Consumer<ServerConnection> task) {
        channel.eventLoop().execute(() -> {
            ServerConnection connection = channel.pipeline().get(ServerConnection.class);
            if (connection != null) {
                task.accept(connection);
            }
        });
    }

    /** Closes what is there and what may still come. */
    void close() {
        open.close().syncUninterruptibly();
    }
}
