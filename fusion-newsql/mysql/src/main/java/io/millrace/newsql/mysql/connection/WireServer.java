package io.millrace.newsql.mysql.connection;

import io.millrace.newsql.mysql.MysqlConfig;
import io.millrace.newsql.mysql.MysqlMeters;
import io.millrace.newsql.mysql.SqlEngine;
import io.millrace.newsql.mysql.auth.RememberedDigests;
import io.millrace.newsql.mysql.auth.RsaKeys;
import io.millrace.transport.EventLoops;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running wire: its port, its connections, its workers. <b>Threads</b>: thread-safe. */
public final class WireServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WireServer.class);

    /** How late a timeout may be noticed. */
    private static final long SWEEP_MILLIS = 250;

    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final EventLoops loops;
    private final Wire wire;
    private final Channel listener;

    /**
     * Binds the port and starts to take clients.
     *
     * @throws io.netty.channel.ChannelException if the port cannot be bound
     */
    public WireServer(MysqlConfig config, SqlEngine engine) {
        Traffic traffic = new Traffic(config.meters());
        wire = new Wire(
                config,
                engine,
                new StatementWorkers(config.limits().statementWorkers()),
                new ConnectionTable(config.limits(), config.timeouts(), traffic),
                traffic,
                new RememberedDigests(),
                new RsaKeys(),
                new AtomicInteger(),
                System.nanoTime());
        traffic.gauge(MysqlMeters.CONNECTIONS, () -> wire.connections().loggedIn());
        traffic.gauge(MysqlMeters.HALF_OPEN, () -> wire.connections().halfOpen());
        traffic.gauge(MysqlMeters.WORKERS, () -> wire.workers().busy());
        traffic.gauge(MysqlMeters.QUEUE_SIZE, () -> wire.workers().waiting());
        traffic.gauge(MysqlMeters.PREPARED, () -> wire.preparedStatements().get());
        loops = EventLoops.open(config.transport());
        try {
            listener = loops.server()
                    .childHandler(new ChannelInitializer<Channel>() {
                        @Override
                        protected void initChannel(Channel child) {
                            if (child.remoteAddress() == null) {
                                child.close(); // the client has gone between its connection and this moment
                            } else {
                                new MysqlConnection(
                                                wire, child, wire.connections().nextId())
                                        .install();
                            }
                        }
                    })
                    .bind(config.address())
                    .syncUninterruptibly()
                    .channel();
        } catch (RuntimeException e) {
            loops.close();
            wire.workers().close();
            traffic.close();
            throw e;
        }
        loops.loops()
                .get(0)
                .scheduleWithFixedDelay(wire.connections()::sweep, SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        LOG.info("MySQL protocol is served address={} transport={}", address(), loops.kind());
    }

    /** The address that was bound. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.localAddress();
    }

    /** Forgets the digests of passwords, so that the next logins check what is stored. */
    public void forgetPasswords() {
        wire.digests().clear();
    }

    /** Takes no more clients, lets those that are there come to an end, and waits for it up to {@code limit}. @return whether they have ended */
    public boolean drain(Duration limit) {
        listener.close().syncUninterruptibly();
        wire.connections().drain();
        awaitSessions(limit.toNanos());
        return wire.connections().all().isEmpty();
    }

    /** Takes no more clients, ends those that are there, lets their statements end for five seconds. A second close does nothing. */
    @Override
    public void close() {
        listener.close().syncUninterruptibly();
        List.copyOf(wire.connections().all()).forEach(MysqlConnection::kill);
        awaitSessions(CLOSE_NANOS);
        wire.workers().close();
        loops.close();
        wire.traffic().close();
    }

    private void awaitSessions(long limitNanos) {
        long untilNanos = System.nanoTime() + limitNanos;
        try {
            while (!wire.connections().all().isEmpty() && System.nanoTime() - untilNanos < 0) {
                TimeUnit.MILLISECONDS.sleep(5);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
